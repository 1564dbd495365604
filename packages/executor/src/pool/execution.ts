// One run at the host, from its request until its outcome: it hears the child, keeps the bounds that
// hold even if the child does not, and settles exactly once.

import {
  ExecutionAbortedError,
  ExecutionTimeoutError,
  ExecutorError,
  MemoryLimitError,
  type ExecuteResultMessage,
  type RunUsage,
} from '@supolka/codemode-executor-protocol'
import type { DoneMessage, ToHost, Used, Verdict } from '../channel/messages.ts'
import type { ChildExitCause, ExecutionOutcome, ExecutorObserver } from '../observer.ts'
import type { NativeOutbound } from '../outbound/native.ts'
import type { PreparedRequest } from '../request.ts'
import { createCapturedLogs } from './captured-logs.ts'
import { ChildClock } from './child-clock.ts'
import { crashFault, isOwnDoing, silenceFault } from './exit-cause.ts'
import { HostCalls } from './host-calls.ts'
import { readDone, type RunEnd } from './outcome.ts'
import type { ChildExit, Worker } from './worker.ts'

/** How long an outcome waits for what the run used, in milliseconds. */
const USED_PATIENCE_MS = 50

/** Everything a run needs beside its request. */
export type ExecutionContext = {
  /** In megabytes. */
  memoryLimit: number
  /** In milliseconds of wall time. */
  maxOccupancy: number | undefined
  /** Bytes of one answer that an isolate can take in. */
  answerBound: number
  native: NativeOutbound
  /** Wraps calls of the caller's functions, so that a nested execution is recognised. */
  enter: <Result>(work: () => Result) => Result
  observer: Required<ExecutorObserver>
}

/** A bound that was broken, as the caller hears of it and as the observer does. */
type Broken = { failure: Error; outcome: 'timeout' | 'memory' | 'aborted' }

/** What a granted run leaves behind for its handles. */
export type Grant = { worker: Worker; hostCalls: HostCalls; request: PreparedRequest }

export class Execution {
  readonly request: PreparedRequest
  readonly outcome: Promise<ExecuteResultMessage>
  /** Set by the pool: called once, when the run has settled. */
  onSettled: (grant: Grant | undefined) => void = () => undefined

  readonly #context: ExecutionContext
  readonly #logs
  readonly #clock: ChildClock
  readonly #createdAt = performance.now()
  #isSettled = false
  #used: Used = { guestMs: 0, heapBytes: 0 }
  /** The outcome between its report and its delivery. */
  #end: RunEnd | undefined
  #patience: NodeJS.Timeout | undefined
  #worker: Worker | undefined
  #hostCalls: HostCalls | undefined
  #startedAt: number | undefined
  #resolve: (outcome: ExecuteResultMessage) => void
  #reject: (fault: ExecutorError) => void

  constructor(request: PreparedRequest, context: ExecutionContext) {
    const { promise, resolve, reject } = Promise.withResolvers<ExecuteResultMessage>()
    this.request = request
    this.outcome = promise
    this.#resolve = resolve
    this.#reject = reject
    this.#context = context
    this.#logs = createCapturedLogs(request.onLog)
    this.#clock = new ChildClock(request.message.timeout)
    request.signal?.addEventListener('abort', this.#onAbort, { once: true })
  }

  /** Occupies a ready worker and starts the program. */
  start(worker: Worker): void {
    const { message } = this.request
    this.#worker = worker
    this.#startedAt = performance.now()
    this.#hostCalls = new HostCalls({
      request: this.request,
      native: this.#context.native,
      answerBound: this.#context.answerBound,
      enter: this.#context.enter,
      observer: this.#context.observer,
      send: (answer, payload) => worker.send(answer, payload),
    })
    if (!message.countHostWaits) this.#hostCalls.onWait = (change) => this.#clock.turn(change)
    worker.occupy({ onMessage: this.#onMessage, onExit: this.#onExit })
    worker.send(message)
    this.#clock.start()
  }

  /** Looks at the bounds that the host keeps by itself. */
  watch(): void {
    const worker = this.#worker
    if (this.#isSettled || worker === undefined) return
    const { maxOccupancy = Infinity } = this.#context
    if (worker.isOverMemory()) this.#giveMemory()
    else if (this.#clock.isOver()) this.#giveTimeout()
    else if (this.#wallMs() > maxOccupancy) this.#giveTimeout(maxOccupancy)
    else if (this.#clock.isSilent()) this.fail(silenceFault(worker.id), 'silent')
  }

  /** Ends the run, started or not, with a fault; and its child, if it has one, for this cause. */
  fail(fault: ExecutorError, cause: ChildExitCause = 'disposed'): void {
    if (!this.#settle()) return
    const dispatched = this.#hostCalls?.dispatched
    const { code, message, retryable } = fault
    this.#worker?.kill(cause)
    this.#reject(
      dispatched === undefined
        ? fault
        : new ExecutorError(code, message, { retryable, cause: fault.cause, dispatched }),
    )
    this.#announce(code, this.#usage())
  }

  readonly #onAbort = (): void =>
    this.#giveVerdict({ failure: new ExecutionAbortedError(), outcome: 'aborted' })

  readonly #onMessage = (received: ToHost, payload: Buffer): void => {
    const hostCalls = this.#hostCalls
    if (hostCalls === undefined) return undefined
    if (received.type === 'used') return this.#onUsed(received)
    // After its outcome a run has nothing more to say, whatever its child still sends.
    if (this.#isSettled) return undefined
    switch (received.type) {
      case 'log':
        return this.#logs.add(received)
      case 'call':
        return hostCalls.onCall(received, payload)
      case 'request':
        return hostCalls.onRequest(received, payload)
      case 'cancel':
        return hostCalls.onCancel(received.id)
      case 'clock':
        this.#used = received
        return this.#clock.report(received.spentMs)
      case 'verdict':
        this.#used = received
        return this.#judge(received.verdict)
      case 'done':
        return this.#onDone(received, payload)
      default:
        // What only a retained handler or a starting child says has no meaning here.
        return undefined
    }
  }

  readonly #onExit = (exit: ChildExit): void => {
    if (this.#isSettled) this.#conclude()
    else if (isOwnDoing(exit)) this.#giveMemory()
    else this.fail(crashFault(this.#worker?.id ?? 0, exit), 'crashed')
  }

  /**
   * The outcome stands from here on; only what the run used is still to come, for a moment. Handles are
   * granted at once, while their worker is known to live.
   */
  #onDone(done: DoneMessage, payload: Buffer): void {
    const [worker, hostCalls] = [this.#worker, this.#hostCalls]
    if (worker === undefined || hostCalls === undefined) return
    const isGranted = done.outcome === 'retained'
    if (isGranted && !this.request.message.retainHandles) {
      throw new TypeError('A run granted handles that nobody asked for.')
    }
    this.#settle(isGranted)
    this.#used = done
    this.#end = readDone(done, payload)
    if (isGranted) this.#conclude({ worker, hostCalls, request: this.request })
    else if (done.isMeasured) this.#conclude()
    else this.#patience = setTimeout(() => this.#conclude(), USED_PATIENCE_MS)
  }

  #onUsed(used: Used): void {
    this.#used = used
    this.#conclude()
  }

  #conclude(grant?: Grant): void {
    const end = this.#end
    if (end === undefined) return
    this.#end = undefined
    clearTimeout(this.#patience)
    if (grant !== undefined) this.#deliver(end, 'retained', grant)
    else this.#deliver(end, end.error === undefined ? 'returned' : 'threw')
  }

  /** A child's verdict. Of two bounds that are broken at once, memory is the one reported. */
  #judge(verdict: Verdict): void {
    if (verdict === 'memory' || this.#worker?.isOverMemory() === true) this.#giveMemory()
    else this.#giveTimeout()
  }

  #giveTimeout(bound: number = this.request.message.timeout): void {
    this.#giveVerdict({ failure: new ExecutionTimeoutError(bound), outcome: 'timeout' })
  }

  #giveMemory(): void {
    const failure = new MemoryLimitError(this.#context.memoryLimit)
    this.#giveVerdict({ failure, outcome: 'memory' })
  }

  /** A verdict is recorded before the kill, so that the death it causes is never taken for a fault. */
  #giveVerdict(broken: Broken): void {
    if (!this.#settle()) return
    // Whoever aborts wants to hear of that, whatever else was broken by then.
    const isAborted = this.request.signal?.aborted === true
    const failure = isAborted ? new ExecutionAbortedError() : broken.failure
    const outcome = isAborted ? 'aborted' : broken.outcome
    this.#worker?.kill(outcome)
    this.#deliver({ error: failure.message }, outcome)
  }

  #deliver(end: RunEnd, outcome: ExecutionOutcome, grant?: Grant): void {
    const usage = this.#usage()
    this.#resolve({ ...end, logs: this.#logs.lines, usage })
    this.#announce(outcome, usage, grant)
  }

  /** The pool hears of the end first, so that an observer finds it in order. */
  #announce(outcome: ExecutionOutcome, usage: RunUsage, grant?: Grant): void {
    this.onSettled(grant)
    const queuedMs = (this.#startedAt ?? performance.now()) - this.#createdAt
    this.#context.observer.onExecution({ outcome, queuedMs, usage })
  }

  #settle(isGranted = false): boolean {
    if (this.#isSettled) return false
    this.#isSettled = true
    this.request.signal?.removeEventListener('abort', this.#onAbort)
    if (isGranted) this.#hostCalls?.endCalls()
    else this.#hostCalls?.end()

    return true
  }

  #usage(): RunUsage {
    return {
      wallMs: this.#wallMs(),
      guestMs: this.#used.guestMs,
      toolCalls: this.#hostCalls?.dispatched ?? 0,
      peakHeapBytes: this.#used.heapBytes,
    }
  }

  #wallMs(): number {
    return this.#startedAt === undefined ? 0 : performance.now() - this.#startedAt
  }
}
