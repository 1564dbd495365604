// What a run asks of the host: tool calls go to the caller's dispatch, requests to its outbound
// function or to native fetch. Each is answered exactly once, or dropped when the run is over.

import {
  AnswerTooLargeError,
  thrownText,
  ToolNotFoundError,
  type OutboundRequestMessage,
  type OutboundResponseMessage,
} from '@supolka/codemode-executor-protocol'
import type { ToChild, ToHost } from '../channel/messages.ts'
import type { NativeOutbound } from '../outbound/native.ts'
import { createSlots, type Slots } from '../outbound/slots.ts'
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

/** Open calls and requests of one run; the child refuses more, so more is a broken child. */
const MAX_OPEN = 8_192

/** Native exchanges of one run at a time, so that it cannot take all that the executor has. */
const NATIVE_EXCHANGES = 32

export class HostCalls {
  readonly #options: HostCallsOptions
  readonly #requests = new Map<number, AbortController>()
  readonly #slots: Slots = createSlots(NATIVE_EXCHANGES)
  #dispatched = 0
  #openCalls = 0
  #takesCalls = true
  #hasEnded = false

  constructor(options: HostCallsOptions) {
    this.#options = options
  }

  /** Tool calls that have reached the dispatch. */
  get dispatched(): number {
    return this.#dispatched
  }

  onCall(call: Call, argsJson: string): void {
    if (!this.#takesCalls || this.#openCalls >= MAX_OPEN) return
    this.#openCalls += 1
    this.#dispatched += 1
    void this.#answerCall(call, argsJson)
  }

  onRequest({ id, method, url, headers, hasBody }: Request, payload: Buffer): void {
    if (this.#hasEnded || this.#requests.size >= MAX_OPEN || this.#requests.has(id)) return
    // The payload is a view of a frame; the caller gets a buffer of its own.
    const body = hasBody ? new Uint8Array(payload).buffer : null
    void this.#answerRequest(id, { method, url, headers, body })
  }

  onCancel(id: number): void {
    this.#requests.get(id)?.abort()
    this.#requests.delete(id)
  }

  /** The run has reported: no tool call reaches the dispatch any more. */
  endCalls(): void {
    this.#takesCalls = false
  }

  /** Nothing is answered any more and native requests are cut. */
  end(): void {
    this.#takesCalls = false
    this.#hasEnded = true
    for (const controller of this.#requests.values()) controller.abort()
    this.#requests.clear()
  }

  #answer(message: ToChild, payload?: Uint8Array): void {
    if (!this.#hasEnded) this.#options.send(message, payload)
  }

  async #answerCall(call: Call, argsJson: string): Promise<void> {
    const { id, tool } = call
    try {
      const envelope = Buffer.from(await this.#dispatch(call, argsJson))
      this.#checkSize(`answer of tool "${tool}"`, envelope)
      this.#answer({ type: 'answer', id }, envelope)
    } catch (failure) {
      this.#answer({ type: 'answer-failed', id, message: thrownText(failure) })
    } finally {
      this.#openCalls -= 1
    }
  }

  async #dispatch({ provider, tool }: Call, argsJson: string): Promise<string> {
    const { dispatch, message } = this.#options.request
    if (dispatch === undefined) {
      const listed = message.providers.find(({ name }) => name === provider)?.tools

      return JSON.stringify({ error: new ToolNotFoundError(tool, listed).message })
    }
    const envelope: unknown = await this.#options.enter(() => dispatch(provider, tool, argsJson))

    // Anything but text is outside the envelope, and the guest says so of any text that is no object.
    return typeof envelope === 'string' ? envelope : 'null'
  }

  async #answerRequest(id: number, request: OutboundRequestMessage): Promise<void> {
    const controller = new AbortController()
    this.#requests.set(id, controller)
    let send: () => void
    try {
      const response = await this.#perform(request, controller.signal)
      const { status, statusText, headers } = response
      const body = new Uint8Array(response.body)
      this.#checkSize('response body', body)
      send = () => this.#answer({ type: 'response', id, status, statusText, headers }, body)
    } catch (failure) {
      send = () => this.#answer({ type: 'response-failed', id, message: thrownText(failure) })
    }
    // A request that was cancelled meanwhile is forgotten on both sides.
    if (this.#requests.delete(id)) send()
  }

  async #perform(
    request: OutboundRequestMessage,
    signal: AbortSignal,
  ): Promise<OutboundResponseMessage> {
    const { outbound } = this.#options.request
    if (outbound !== undefined)
      return checkResponse(await this.#options.enter(() => outbound(request)))
    const release = await this.#slots.take(signal)
    try {
      return await this.#options.native.fetch(request, signal)
    } finally {
      release()
    }
  }

  #checkSize(what: string, bytes: Uint8Array): void {
    const { answerBound } = this.#options
    if (bytes.byteLength > answerBound) {
      throw new AnswerTooLargeError(what, bytes.byteLength, answerBound)
    }
  }
}
