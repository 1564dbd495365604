// Tool calls and requests on their way from the guest to the host and back: measured here, outside the
// guest's reach, and counted as host waits on the clock that is running.

import type ivm from 'isolated-vm'
import {
  OutboundDisabledError,
  PAYLOAD_LIMIT,
  PayloadTooLargeError,
  type OutboundMode,
} from '@supolka/codemode-executor-protocol'
import type { ToChild } from '../channel/messages.ts'
import type { Ivm } from './load-addon.ts'
import { send, sendAll, type Outgoing } from './pipe.ts'

/** Calls and requests that may be open at once. The guest keeps its own, lower count. */
const MAX_OPEN = 4_096

/** Bytes of the requests that may be open at once. */
const MAX_REQUEST_BYTES = 8 * PAYLOAD_LIMIT

const TOO_MANY = 'Too many calls are open at once. Await some of them before making more.'

export type HostCallsOptions = {
  addon: Ivm
  outboundMode: OutboundMode
  openWait: () => void
  closeWait: () => void
  tell: (kind: string, ...rest: Array<unknown>) => void
  /** Hands envelopes to the guest: ids and texts by turns. */
  tellAnswers: (answers: Array<number | string>) => void
}

export type GuestCall = { id: number; provider: string; tool: string; args: string }

export type GuestRequest = {
  id: number
  method: string
  url: string
  headersJson: string
  /** One byte for each character. */
  body: string | undefined
}

export type HostAnswer = Extract<
  ToChild,
  { type: 'answer' | 'answer-failed' | 'response' | 'response-failed' }
>

export class HostCalls {
  readonly #options: HostCallsOptions
  readonly #calls = new Set<number>()
  /** Open requests and their bytes, the cancelled ones included until the host is done with them. */
  readonly #requests = new Map<number, number>()
  readonly #cancelled = new Set<number>()
  #requestBytes = 0
  #answers: Array<number | string> = []

  constructor(options: HostCallsOptions) {
    this.#options = options
  }

  /** Tool calls, and requests to the caller's outbound function, that the guest waits for. */
  get openWaits(): number {
    const requests = this.#waitsOnRequests ? this.#requests.size - this.#cancelled.size : 0

    return this.#calls.size + requests
  }

  /** Sends tool calls in one write; the ones that are refused are answered here. */
  call(calls: Array<GuestCall>): void {
    const sent: Array<Outgoing> = []
    for (const { id, provider, tool, args } of calls) {
      const payload = Buffer.from(args)
      const size = Buffer.byteLength(provider) + Buffer.byteLength(tool) + payload.byteLength
      const refusal = this.#refuseCall(size)
      if (refusal === undefined) {
        this.#calls.add(id)
        this.#options.openWait()
        sent.push({ message: { type: 'call', id, provider, tool }, payload })
      } else this.#options.tell('answer-failed', id, refusal)
    }
    if (sent.length > 0) sendAll(sent)
  }

  /** Sends a request; answers a refusal for the guest, or nothing. */
  request(request: GuestRequest): string | undefined {
    const { id, method, url, headersJson, body } = request
    const size = Buffer.byteLength(url) + Buffer.byteLength(headersJson) + (body?.length ?? 0)
    const refusal = this.#refuseRequest(size)
    if (refusal !== undefined) return refusal
    this.#requests.set(id, size)
    this.#requestBytes += size
    if (this.#waitsOnRequests) this.#options.openWait()
    const headers = parseHeaders(headersJson)
    const hasBody = body !== undefined
    send({ type: 'request', id, method, url, headers, hasBody }, Buffer.from(body ?? '', 'latin1'))

    return undefined
  }

  /** The guest waits no longer. The host is still at it, so the request counts as open. */
  cancel(id: number): void {
    if (!this.#requests.has(id) || this.#cancelled.has(id)) return
    this.#cancelled.add(id)
    if (this.#waitsOnRequests) this.#options.closeWait()
    send({ type: 'cancel', id })
  }

  /** Hands what the host answered to the guest. */
  settle(answer: HostAnswer, payload: Buffer): void {
    const { tell, addon } = this.#options
    const { id } = answer
    const isCall = answer.type === 'answer' || answer.type === 'answer-failed'
    if (isCall ? !this.#endCall(id) : !this.#endRequest(id)) return
    if (answer.type === 'answer') this.#collect(id, payload.toString('utf8'))
    else if (answer.type === 'response') {
      const { status, statusText, headers } = answer
      tell('response', id, status, statusText, JSON.stringify(headers), bufferFor(addon, payload))
    } else tell(answer.type, id, answer.message)
  }

  /** Answers that came in one read go to the guest in one turn. */
  #collect(id: number, envelope: string): void {
    if (this.#answers.length === 0) process.nextTick(this.#handOver)
    this.#answers.push(id, envelope)
  }

  readonly #handOver = (): void => {
    const answers = this.#answers
    this.#answers = []
    this.#options.tellAnswers(answers)
  }

  #refuseCall(size: number): string | undefined {
    if (size > PAYLOAD_LIMIT) {
      return new PayloadTooLargeError('tool call', size, PAYLOAD_LIMIT).message
    }

    return this.#calls.size >= MAX_OPEN ? TOO_MANY : undefined
  }

  /** A request the executor performs natively is the guest's own work done elsewhere: no wait. */
  get #waitsOnRequests(): boolean {
    return this.#options.outboundMode === 'stub'
  }

  #refuseRequest(size: number): string | undefined {
    if (this.#options.outboundMode === 'disabled') return new OutboundDisabledError().message
    if (size > PAYLOAD_LIMIT) {
      return new PayloadTooLargeError('outbound request', size, PAYLOAD_LIMIT).message
    }
    const isFull = this.#requests.size >= MAX_OPEN || this.#requestBytes + size > MAX_REQUEST_BYTES

    return isFull ? TOO_MANY : undefined
  }

  #endCall(id: number): boolean {
    if (!this.#calls.delete(id)) return false
    this.#options.closeWait()

    return true
  }

  /** The host is done with a request; answers whether the guest still waits for it. */
  #endRequest(id: number): boolean {
    const size = this.#requests.get(id)
    if (size === undefined) return false
    this.#requests.delete(id)
    this.#requestBytes -= size
    if (this.#cancelled.delete(id)) return false
    if (this.#waitsOnRequests) this.#options.closeWait()

    return true
  }
}

/** The guest runtime made this text; what it says is checked by the host. */
export function parseHeaders(json: string): Array<[string, string]> {
  return JSON.parse(json) as Array<[string, string]>
}

/** A buffer of the isolate's own with these bytes: moved into it, not copied twice. */
export function bufferFor(addon: Ivm, bytes: Buffer): ivm.Copy<ArrayBuffer> {
  const own = new Uint8Array(bytes).buffer
  const copy = new addon.ExternalCopy(own, { transferOut: true })

  return copy.copyInto({ release: true, transferIn: true })
}
