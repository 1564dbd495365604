// What a run asks of the host: tool calls go to the caller's dispatch, requests to its outbound
// function or to native fetch. Each is answered exactly once, or dropped when the run is over.

import {
  AnswerTooLargeError,
  ToolNotFoundError,
  thrownText,
  type OutboundRequestMessage,
  type OutboundResponseMessage,
} from '@supolka/codemode-executor-protocol'
import type { ToChild, ToHost } from '../channel/messages.ts'
import type { NativeOutbound } from '../outbound/native.ts'
import type { PreparedRequest } from '../request.ts'
import { checkResponse } from './check-response.ts'

type Call = Extract<ToHost, { type: 'call' }>
type Request = Extract<ToHost, { type: 'request' }>

export type HostCallsOptions = {
  request: PreparedRequest
  native: NativeOutbound
  /** Bytes of one answer that an isolate can take in. */
  answerBound: number
  /** Wraps calls of the caller's functions. */
  enter: <Result>(work: () => Result) => Result
  send: (message: ToChild, payload?: Uint8Array) => void
}

export type HostCalls = {
  onCall: (call: Call, argsJson: string) => void
  onRequest: (request: Request, body: Buffer) => void
  onCancel: (id: number) => void
  /** Tool calls that have reached the dispatch. */
  readonly dispatched: number
  /** Host waits that are open. */
  readonly open: number
  /** No tool call reaches the dispatch any more: the run has reported. */
  endCalls: () => void
  /** Nothing is answered any more and native requests are cut. */
  end: () => void
}

/** Open calls and requests of one run; the child refuses more, so more is a broken child. */
const MAX_OPEN = 8_192

export function createHostCalls(options: HostCallsOptions): HostCalls {
  const { send, answerBound } = options
  const requests = new Map<number, AbortController>()
  let dispatched = 0
  let openCalls = 0
  let takesCalls = true
  let hasEnded = false

  const answer = (message: ToChild, payload?: Uint8Array): void => {
    if (!hasEnded) send(message, payload)
  }
  const answerCall = async ({ id, provider, tool }: Call, argsJson: string): Promise<void> => {
    try {
      const envelope = Buffer.from(await dispatchCall(options, { provider, tool, argsJson }))
      if (envelope.byteLength > answerBound) {
        throw new AnswerTooLargeError(`answer of tool "${tool}"`, envelope.byteLength, answerBound)
      }
      answer({ type: 'answer', id }, envelope)
    } catch (failure) {
      answer({ type: 'answer-failed', id, message: thrownText(failure) })
    } finally {
      openCalls -= 1
    }
  }
  const answerRequest = async (id: number, request: OutboundRequestMessage): Promise<void> => {
    const controller = new AbortController()
    requests.set(id, controller)
    try {
      const response = await performRequest(options, request, controller.signal)
      if (response.body.byteLength > answerBound) {
        throw new AnswerTooLargeError('response body', response.body.byteLength, answerBound)
      }
      const { status, statusText, headers } = response
      if (requests.has(id)) {
        answer({ type: 'response', id, status, statusText, headers }, new Uint8Array(response.body))
      }
    } catch (failure) {
      if (requests.has(id)) answer({ type: 'response-failed', id, message: thrownText(failure) })
    } finally {
      requests.delete(id)
    }
  }

  return {
    get dispatched() {
      return dispatched
    },
    get open() {
      return openCalls + requests.size
    },
    onCall: (call, argsJson) => {
      if (!takesCalls || openCalls >= MAX_OPEN) return
      openCalls += 1
      dispatched += 1
      void answerCall(call, argsJson)
    },
    onRequest: ({ id, method, url, headers, hasBody }, body) => {
      if (hasEnded || requests.size >= MAX_OPEN) return
      // The frame's payload is a view; the caller gets a buffer of its own.
      void answerRequest(id, { method, url, headers, body: hasBody ? new Uint8Array(body).buffer : null })
    },
    onCancel: (id) => {
      const controller = requests.get(id)
      requests.delete(id)
      controller?.abort()
    },
    endCalls: () => {
      takesCalls = false
    },
    end: () => {
      takesCalls = false
      hasEnded = true
      for (const controller of requests.values()) controller.abort()
      requests.clear()
    },
  }
}

type ToolCall = { provider: string; tool: string; argsJson: string }

async function dispatchCall(options: HostCallsOptions, call: ToolCall): Promise<string> {
  const { dispatch, message } = options.request
  if (dispatch === undefined) {
    const listed = message.providers.find(({ name }) => name === call.provider)?.tools
    return JSON.stringify({ error: new ToolNotFoundError(call.tool, listed).message })
  }
  const { provider, tool, argsJson } = call
  const envelope: unknown = await options.enter(() => dispatch(provider, tool, argsJson))

  // Anything but text is outside the envelope, and the guest says so of any text that is no object.
  return typeof envelope === 'string' ? envelope : 'null'
}

async function performRequest(
  { request: { outbound }, native, enter }: HostCallsOptions,
  request: OutboundRequestMessage,
  signal: AbortSignal,
): Promise<OutboundResponseMessage> {
  if (outbound === undefined) return native.fetch(request, signal)

  return checkResponse(await enter(() => outbound(request)))
}
