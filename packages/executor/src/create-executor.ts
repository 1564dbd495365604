// The way in: an executor in this process, over a pool of child processes.

import { randomBytes } from 'node:crypto'
import {
  checkOutboundRequest,
  checkText,
  ExecutionAbortedError,
  ExecutorError,
  HandlesClosedError,
  readOutcome,
  type ExecuteRequest,
  type ExecuteResult,
  type ExecuteResultMessage,
  type Executor,
  type OutboundRequestMessage,
  type OutboundResponseMessage,
} from '@supolka/codemode-executor-protocol'
import { guardObserver, type ExecutionOutcome } from './observer.ts'
import { readOptions, type ExecutorOptions, type Settings } from './options.ts'
import { createNativeOutbound, type NativeOutbound } from './outbound/native.ts'
import { Execution, type ExecutionContext, type Grant } from './pool/execution.ts'
import { Pool } from './pool/pool.ts'
import { Retained } from './pool/retained.ts'
import { expectedVersions, reportInForce, type ExecutorReport } from './report.ts'
import { readRequest, type PreparedRequest } from './request.ts'

/** The in-process executor, with what a server needs of it. `await using` disposes it. */
export interface InProcessExecutor extends Executor, AsyncDisposable {
  /**
   * Executes like `execute`, and answers the outcome as it crosses a wire: the run's value stays the
   * JSON text that the isolate produced. Rejects with the same faults.
   */
  executeMessage(request: ExecuteRequest): Promise<ExecuteResultMessage>
  /**
   * Calls `work`, and takes every execution that it starts, then or later, for one on behalf of a
   * running execution: it goes first, and cannot deadlock a full pool. Calls of `dispatch` and
   * `outbound` are so marked; this is for whoever hears of such a call in some other way.
   */
  nest<Result>(work: () => Result): Result
  /**
   * Turns new executions away with `INTERNAL`, retryable, and fails those that wait the same way. What
   * has started goes on, and so do the executions that it nests. Resolves when nothing of it is left:
   * no execution, and no invocation that was open by then. Retained handles serve until `dispose`.
   * Unbounded in time, idempotent.
   */
  drain(): Promise<void>
  /** What is in force and what goes on right now. Starts nothing. */
  report(): ExecutorReport
}

/** 128 random bits name a retained execution, so that nobody guesses another's. */
const EXECUTION_ID_BYTES = 16

/** An isolate takes in at most this part of its memory limit at once. */
const ANSWER_SHARE = 4

const NO_USAGE = { wallMs: 0, guestMs: 0, toolCalls: 0, peakHeapBytes: 0 }

/**
 * Makes an executor that runs programs in child processes of this one, while every tool stays here.
 * Throws TypeError or RangeError for a wrong option. Whoever makes it disposes it; disposing settles
 * everything that is open and leaves no child, timer or handle behind.
 */
export function createExecutor(options?: ExecutorOptions): InProcessExecutor {
  return new LocalExecutor(readOptions(options))
}

class LocalExecutor implements InProcessExecutor {
  readonly #settings: Settings
  readonly #pool: Pool
  readonly #native: NativeOutbound
  readonly #context: ExecutionContext
  readonly #retained = new Map<string, Retained>()
  #disposal: Promise<void> | undefined

  constructor(settings: Settings) {
    const { memoryLimit, maxOccupancy, outboundPolicy } = settings
    const answerBound = Math.floor((memoryLimit * 1_048_576) / ANSWER_SHARE)
    this.#settings = settings
    this.#native = createNativeOutbound({
      maxResponseBytes: answerBound,
      ...(outboundPolicy !== undefined && { policy: outboundPolicy }),
    })
    const observer = guardObserver(settings.observer)
    this.#pool = new Pool(settings, observer)
    const { enter } = this.#pool
    const native = this.#native
    this.#context = { memoryLimit, maxOccupancy, answerBound, native, enter, observer }
  }

  async execute(request: ExecuteRequest): Promise<ExecuteResult> {
    return readOutcome(await this.executeMessage(request))
  }

  async executeMessage(request: ExecuteRequest): Promise<ExecuteResultMessage> {
    const prepared = readRequest(request, this.#settings)
    if ('failure' in prepared) return this.#refuse(prepared.failure, 'threw')
    if (prepared.signal?.aborted === true) {
      return this.#refuse(new ExecutionAbortedError().message, 'aborted')
    }

    return this.#execute(prepared)
  }

  async invokeHandle(
    executionId: string,
    handleName: string,
    request: OutboundRequestMessage,
  ): Promise<OutboundResponseMessage> {
    const retained = this.#find(executionId)
    checkText(handleName, 'argument "handleName"')
    checkOutboundRequest(request)

    return retained.invoke(handleName, request)
  }

  async closeHandles(executionId: string): Promise<void> {
    this.#find(executionId).close()
  }

  nest<Result>(work: () => Result): Result {
    return this.#pool.enter(work)
  }

  drain(): Promise<void> {
    return this.#pool.drain()
  }

  report(): ExecutorReport {
    return {
      ...(this.#pool.childVersions ?? expectedVersions(this.#settings)),
      ...reportInForce(this.#settings, this.#context.answerBound),
      ...this.#pool.report(),
    }
  }

  dispose(): Promise<void> {
    this.#disposal ??= this.#dispose()

    return this.#disposal
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose()
  }

  #find(executionId: string): Retained {
    checkText(executionId, 'argument "executionId"')
    const retained = this.#retained.get(executionId)
    if (retained === undefined) throw new HandlesClosedError(executionId)

    return retained
  }

  /** The outcome of an execution that never reaches the pool. */
  #refuse(error: string, outcome: ExecutionOutcome): ExecuteResultMessage {
    const usage = { ...NO_USAGE }
    this.#context.observer.onExecution({ outcome, queuedMs: 0, usage })

    return { error, logs: [], usage }
  }

  async #execute(prepared: PreparedRequest): Promise<ExecuteResultMessage> {
    const execution = new Execution(prepared, this.#context)
    let executionId: string | undefined
    execution.onSettled = (grant) => {
      if (grant === undefined) this.#pool.withdraw(execution)
      else executionId = this.#retain(grant)
    }
    try {
      this.#pool.submit(execution)
    } catch (fault) {
      // Settled like every other, so that nothing of it stays behind.
      execution.fail(asFault(fault))
    }
    const outcome = await execution.outcome

    return executionId === undefined ? outcome : { ...outcome, executionId }
  }

  #retain(grant: Grant): string {
    const { replica, handlesIdleTimeout } = this.#settings
    const id = randomBytes(EXECUTION_ID_BYTES).toString('hex')
    const executionId = replica === undefined ? id : `${replica}.${id}`
    const retained = new Retained({
      executionId,
      grant,
      context: this.#context,
      idleTimeout: handlesIdleTimeout,
      onClosed: () => {
        this.#retained.delete(executionId)
        this.#pool.release(retained)
        this.#context.observer.onHandlesClosed(executionId)
      },
    })
    this.#retained.set(executionId, retained)
    this.#pool.retain(grant.worker, retained)

    return executionId
  }

  async #dispose(): Promise<void> {
    // The pool first: one that is not disposed would replace the workers of the handles.
    const ending = [this.#pool.dispose(), this.#native.close()]
    for (const retained of this.#retained.values()) retained.close('disposed')
    await Promise.all(ending)
  }
}

function asFault(error: unknown): ExecutorError {
  if (error instanceof ExecutorError) return error

  return new ExecutorError('INTERNAL', 'The pool could not take the execution.', { cause: error })
}
