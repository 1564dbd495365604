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
import type { ExecutorObserver } from '../observer.ts'
import type { NativeOutbound } from '../outbound/native.ts'
import { createSlots, type Slots } from '../outbound/slots.ts'
import type { PreparedRequest } from '../request.ts'
import { checkResponse } from './check-response.ts'
import { OpenWork } from './open-work.ts'

type Call = Extract<ToHost, { type: 'call' }>
type Request = Extract<ToHost, { type: 'request' }>

export type HostCallsOptions = {
  request: PreparedRequest
  native: NativeOutbound
  /** Bytes of one answer that an isolate can take in. */
  answerBound: number
  /** Wraps calls of the caller's functions. */
  enter: <Result>(work: () => Result) => Result
  observer: Pick<Required<ExecutorObserver>, 'onToolCall'>
  send: (message: ToChild, payload?: Uint8Array) => void
}

/** Native exchanges of one run at a time, so that it cannot take all that the executor has. */
const NATIVE_EXCHANGES = 32

/** Calls of the caller's outbound function at a time; further requests wait. */
const STUB_EXCHANGES = 256

export class HostCalls {
  /** Hears each host wait begin (1) and end (-1): whoever keeps the clock that is running. */
  onWait: (change: 1 | -1) => void = () => undefined

  readonly #options: HostCallsOptions
  readonly #requests = new Map<number, AbortController>()
  readonly #slots: Slots
  readonly #open = new OpenWork()
  #dispatched = 0
  #openWaits = 0
  #takesCalls = true
  #hasEnded = false

  constructor(options: HostCallsOptions) {
    this.#options = options
    this.#slots = createSlots(this.#isStub ? STUB_EXCHANGES : NATIVE_EXCHANGES)
  }

  /** Tool calls that have reached the dispatch. */
  get dispatched(): number {
    return this.#dispatched
  }

  /** Host waits under way: tool calls, and requests to the caller's outbound function. */
  get openWaits(): number {
    return this.#openWaits
  }

  /** Throws for a call that no child in order sends. */
  onCall(call: Call, payload: Buffer): void {
    this.#open.begin('call', call.id, payload.byteLength)
    // A call that was on its way when the run reported: nobody waits for it.
    if (!this.#takesCalls) return
    this.#dispatched += 1
    void this.#answerCall(call, payload)
  }

  /** Throws for a request that no child in order sends. */
  onRequest({ id, method, url, headers, hasBody }: Request, payload: Buffer): void {
    this.#open.begin('request', id, payload.byteLength)
    if (this.#hasEnded) return
    // The payload is a view of a frame; the caller gets a buffer of its own.
    const body = hasBody ? new Uint8Array(payload).buffer : null
    void this.#answerRequest(id, { method, url, headers, body })
  }

  /** The guest waits no longer. The child hears when this side is done with the request. */
  onCancel(id: number): void {
    this.#requests.get(id)?.abort()
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

  get #isStub(): boolean {
    return this.#options.request.outbound !== undefined
  }

  #answer(message: ToChild, payload?: Uint8Array): void {
    if (!this.#hasEnded) this.#options.send(message, payload)
  }

  #turn(change: 1 | -1): void {
    this.#openWaits += change
    this.onWait(change)
  }

  async #answerCall(call: Call, payload: Buffer): Promise<void> {
    const { id, tool } = call
    const startedAt = performance.now()
    this.#turn(1)
    try {
      const envelope = Buffer.from(await this.#dispatch(call, payload.toString('utf8')))
      this.#checkSize(`answer of tool "${tool}"`, envelope)
      this.#answer({ type: 'answer', id }, envelope)
    } catch (failure) {
      this.#answer({ type: 'answer-failed', id, message: thrownText(failure) })
    } finally {
      this.#open.end(payload.byteLength)
      this.#turn(-1)
      this.#options.observer.onToolCall({ durationMs: performance.now() - startedAt })
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
    // Counted until here: a function that goes on after its request was cancelled still holds it.
    this.#open.end(request.body?.byteLength ?? 0)
    this.#requests.delete(id)
    send()
  }

  async #perform(
    request: OutboundRequestMessage,
    signal: AbortSignal,
  ): Promise<OutboundResponseMessage> {
    const { outbound } = this.#options.request
    const release = await this.#slots.take(signal)
    try {
      if (outbound === undefined) return await this.#options.native.fetch(request, signal)
      this.#turn(1)
      try {
        return checkResponse(await this.#options.enter(() => outbound(request)))
      } finally {
        this.#turn(-1)
      }
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
