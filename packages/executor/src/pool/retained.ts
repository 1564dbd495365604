// One retained execution: its isolate kept alive to serve a fetch handler. Invocations run one at a
// time in arrival order, each under a fresh bound; closing settles everything that is open.

import {
  ExecutionTimeoutError,
  HandleNotFoundError,
  HandlesClosedError,
  MemoryLimitError,
  type OutboundRequestMessage,
  type OutboundResponseMessage,
} from '@supolka/codemode-executor-protocol'
import type { ToHost } from '../channel/messages.ts'
import type { ChildExitCause } from '../observer.ts'
import { ChildClock } from './child-clock.ts'
import type { ExecutionContext, Grant } from './execution.ts'
import { isOwnDoing } from './exit-cause.ts'
import { FETCH_HANDLE } from './outcome.ts'
import type { ChildExit } from './worker.ts'

type Invocation = {
  id: number
  request: OutboundRequestMessage
  response: Promise<OutboundResponseMessage>
  resolve: (response: OutboundResponseMessage) => void
  reject: (failure: Error) => void
}

const WRONG_SHAPE = 'The fetch handle answered outside the response wire shape.'

export class Retained {
  readonly #executionId: string
  readonly #grant: Grant
  readonly #context: ExecutionContext
  readonly #idleTimeout: number
  readonly #onClosed: () => void
  readonly #waiting: Array<Invocation> = []
  #current: Invocation | undefined
  #clock: ChildClock | undefined
  #startedAt = 0
  #lastId = 0
  #idle: NodeJS.Timeout | undefined
  #isClosed = false
  /** The memory limit ended the isolate between invocations: the next one hears of it. */
  #memoryFailure: MemoryLimitError | undefined

  constructor(options: {
    executionId: string
    grant: Grant
    context: ExecutionContext
    /** In milliseconds. */
    idleTimeout: number
    onClosed: () => void
  }) {
    this.#executionId = options.executionId
    this.#grant = options.grant
    this.#context = options.context
    this.#idleTimeout = options.idleTimeout
    this.#onClosed = options.onClosed
    const { hostCalls, request } = options.grant
    if (!request.message.countHostWaits) hostCalls.onWait = (change) => this.#clock?.turn(change)
    options.grant.worker.occupy({ onMessage: this.#onMessage, onExit: this.#onExit })
    this.#rest()
  }

  /** Calls a handle. Rejects with the text of a broken bound, and then the handles are closed. */
  invoke(handleName: string, request: OutboundRequestMessage): Promise<OutboundResponseMessage> {
    if (handleName !== FETCH_HANDLE) {
      const { message } = new HandleNotFoundError(this.#executionId, handleName, [FETCH_HANDLE])

      // A plain Error, as it arrives over the wire too: it is no fault, and has no code.
      return Promise.reject(new Error(message))
    }
    if (this.#memoryFailure !== undefined) {
      const failure = this.#memoryFailure
      this.close('memory')

      return Promise.reject(failure)
    }

    const settling = Promise.withResolvers<OutboundResponseMessage>()
    const { promise: response, resolve, reject } = settling
    this.#waiting.push({ id: ++this.#lastId, request, response, resolve, reject })
    this.#next()

    return response
  }

  /** Looks at the bounds the host keeps by itself. */
  watch(): void {
    if (this.#isClosed || this.#memoryFailure !== undefined) return
    if (this.#grant.worker.isOverMemory()) return this.#onMemory()
    const { maxOccupancy } = this.#context
    if (this.#clock === undefined) return undefined
    if (maxOccupancy !== undefined && performance.now() - this.#startedAt > maxOccupancy) {
      this.#onTimeout(maxOccupancy)
    } else if (this.#clock.isOver() || this.#clock.isSilent()) this.#onTimeout()

    return undefined
  }

  /** Resolves when every invocation that is open now has settled. */
  async rested(): Promise<void> {
    const open = this.#current === undefined ? [] : [this.#current, ...this.#waiting]
    await Promise.allSettled(open.map(({ response }) => response))
  }

  /** Ends the handles and their worker; what is open hears that they are closed. Idempotent. */
  close(cause: ChildExitCause = 'handles-closed'): void {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#idle)
    this.#grant.hostCalls.end()
    this.#grant.worker.kill(cause)
    const failure = new HandlesClosedError(this.#executionId)
    const open = [this.#current, ...this.#waiting.splice(0)]
    for (const invocation of open) invocation?.reject(failure)
    this.#onClosed()
  }

  #next(): void {
    if (this.#current !== undefined || this.#isClosed) return
    const invocation = this.#waiting.shift()
    if (invocation === undefined) return this.#rest()
    const { id, request } = invocation
    const { hostCalls } = this.#grant
    const { timeout, countHostWaits } = this.#grant.request.message
    clearTimeout(this.#idle)
    this.#current = invocation
    this.#startedAt = performance.now()
    this.#clock = new ChildClock(timeout)
    this.#clock.start(countHostWaits ? 0 : hostCalls.openWaits)
    const { method, url, headers, body } = request
    this.#grant.worker.send(
      { type: 'invoke', id, method, url, headers, hasBody: body !== null },
      body === null ? undefined : new Uint8Array(body),
    )

    return undefined
  }

  #rest(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.close(), this.#idleTimeout)
    this.#idle.unref()
  }

  /** Ends the bounds that an invocation broke: it hears the failure, the rest that it is closed. */
  #end(failure: Error, cause: ChildExitCause): void {
    const current = this.#current
    this.#current = undefined
    current?.reject(failure)
    this.close(cause)
  }

  #onTimeout(bound: number = this.#grant.request.message.timeout): void {
    this.#end(new ExecutionTimeoutError(bound), 'timeout')
  }

  #onMemory(): void {
    const failure = new MemoryLimitError(this.#context.memoryLimit)
    if (this.#current !== undefined) this.#end(failure, 'memory')
    else {
      this.#memoryFailure = failure
      this.#grant.worker.kill('memory')
    }
  }

  readonly #onExit = (exit: ChildExit): void => {
    if (isOwnDoing(exit)) this.#onMemory()
    else this.close('crashed')
  }

  readonly #onMessage = (message: ToHost, payload: Buffer): void => {
    const { hostCalls } = this.#grant
    switch (message.type) {
      case 'request':
        return hostCalls.onRequest(message, payload)
      case 'cancel':
        return hostCalls.onCancel(message.id)
      case 'clock':
        // A beat may have been on its way when the next invocation began: it speaks of another bound.
        if (message.invocation === this.#current?.id) this.#clock?.report(message.spentMs)
        return undefined
      case 'verdict':
        return message.verdict === 'timeout' ? this.#onTimeout() : this.#onMemory()
      case 'invoked':
      case 'invoke-failed':
        return this.#onReport(message, payload)
      default:
        // Logs and tool calls of a finished run go nowhere.
        return undefined
    }
  }

  #onReport(
    message: Extract<ToHost, { type: 'invoked' | 'invoke-failed' }>,
    payload: Buffer,
  ): void {
    const invocation = this.#current
    if (invocation?.id !== message.id) return
    this.#current = undefined
    this.#clock = undefined
    if (message.type === 'invoke-failed') invocation.reject(new Error(message.message))
    else if (message.status < 200 || message.status > 599)
      invocation.reject(new TypeError(WRONG_SHAPE))
    else {
      const { status, statusText, headers } = message
      invocation.resolve({ status, statusText, headers, body: new Uint8Array(payload).buffer })
    }
    this.#next()
  }
}
