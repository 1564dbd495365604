// Host calls of one run whose child is a list of what was sent to it.

import type { ExecuteRequest, OutboundResponseMessage } from '@supolka/codemode-executor-protocol'
import type { ToChild } from '../../src/channel/messages.ts'
import type { NativeOutbound } from '../../src/outbound/native.ts'
import { HostCalls } from '../../src/pool/host-calls.ts'
import { prepare } from './prepared.ts'

export const ANSWER_BOUND = 64

export type Sent = { message: ToChild; text: string }

export type Setup = {
  hostCalls: HostCalls
  sent: Array<Sent>
  /** Each change of the host waits, as it was reported. */
  turns: Array<number>
  /** How long each answered tool call took. */
  durations: Array<number>
  /** Calls of the caller's functions that went through `enter`. */
  entered: () => number
  call: (id: number, args?: string, provider?: string, tool?: string) => void
  request: (id: number, body?: Buffer) => void
}

const offline = (): Promise<never> => Promise.reject(new Error('offline'))

export function setUp(
  request: Partial<ExecuteRequest>,
  native: NativeOutbound['fetch'] = offline,
): Setup {
  const sent: Array<Sent> = []
  const turns: Array<number> = []
  const durations: Array<number> = []
  let entered = 0
  const hostCalls = new HostCalls({
    request: prepare(request),
    native: { fetch: native, close: async () => undefined },
    answerBound: ANSWER_BOUND,
    enter: (work) => {
      entered += 1

      return work()
    },
    observer: { onToolCall: ({ durationMs }) => durations.push(durationMs) },
    send: (message, payload) => {
      sent.push({ message, text: payload === undefined ? '' : Buffer.from(payload).toString() })
    },
  })
  hostCalls.onWait = (change) => turns.push(change)

  return {
    hostCalls,
    sent,
    turns,
    durations,
    entered: () => entered,
    call: (id, args = '', provider = 'store', tool = 'put') => {
      hostCalls.onCall({ type: 'call', id, provider, tool }, Buffer.from(args))
    },
    request: (id, body) => {
      const url = `https://a.test/${id}`
      const hasBody = body !== undefined
      hostCalls.onRequest(
        { type: 'request', id, method: 'POST', url, headers: [['a', 'b']], hasBody },
        body ?? Buffer.alloc(0),
      )
    },
  }
}

export const responseOf = (text: string): OutboundResponseMessage => ({
  status: 200,
  statusText: '',
  headers: [],
  body: new TextEncoder().encode(text).buffer,
})

/** All that is settled by now has been heard of once this resolves. */
export const reactions = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
