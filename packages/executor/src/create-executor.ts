// The way in: an executor in this process, over a pool of child processes.

import { randomBytes } from 'node:crypto'
import {
  ExecutionAbortedError,
  ExecutorError,
  HandlesClosedError,
  type ExecuteRequest,
  type ExecuteResult,
  type Executor,
  type OutboundRequestMessage,
  type OutboundResponseMessage,
} from '@supolka/codemode-executor-protocol'
import { checkText } from './check-argument.ts'
import { checkRequest } from './check-request.ts'
import { readOptions, type ExecutorOptions, type Settings } from './options.ts'
import { createNativeOutbound, type NativeOutbound } from './outbound/native.ts'
import { Execution, type ExecutionContext, type Grant } from './pool/execution.ts'
import { composeOutcome } from './pool/outcome.ts'
import { Pool } from './pool/pool.ts'
import { Retained } from './pool/retained.ts'
import { readRequest, type PreparedRequest } from './request.ts'

/** The in-process executor. `await using` disposes it. */
export interface InProcessExecutor extends Executor, AsyncDisposable {}

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
    this.#pool = new Pool(settings)
    const { enter } = this.#pool
    this.#context = { memoryLimit, maxOccupancy, answerBound, native: this.#native, enter }
  }

  async execute(request: ExecuteRequest): Promise<ExecuteResult> {
    const prepared = readRequest(request, this.#settings)
    if ('failure' in prepared) return composeOutcome({ error: prepared.failure }, [], NO_USAGE)
    if (prepared.signal?.aborted === true) {
      return composeOutcome({ error: new ExecutionAbortedError().message }, [], NO_USAGE)
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
    checkRequest(request)

    return retained.invoke(handleName, request)
  }

  async closeHandles(executionId: string): Promise<void> {
    this.#find(executionId).close()
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

  async #execute(prepared: PreparedRequest): Promise<ExecuteResult> {
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

    return executionId === undefined ? outcome : grantOf(outcome, executionId)
  }

  #retain(grant: Grant): string {
    const executionId = randomBytes(EXECUTION_ID_BYTES).toString('hex')
    const retained = new Retained({
      executionId,
      grant,
      context: this.#context,
      idleTimeout: this.#settings.handlesIdleTimeout,
      onClosed: () => {
        this.#retained.delete(executionId)
        this.#pool.release(retained)
      },
    })
    this.#retained.set(executionId, retained)
    this.#pool.retain(grant.worker, retained)

    return executionId
  }

  async #dispose(): Promise<void> {
    for (const retained of this.#retained.values()) retained.close()
    await Promise.all([this.#pool.dispose(), this.#native.close()])
  }
}

function asFault(error: unknown): ExecutorError {
  if (error instanceof ExecutorError) return error

  return new ExecutorError('INTERNAL', 'The pool could not take the execution.', { cause: error })
}

/** A granted outcome, in the order the contract prints it. */
function grantOf({ logs, handles, usage }: ExecuteResult, executionId: string): ExecuteResult {
  return Object.defineProperty({ logs, executionId, handles }, 'usage', { value: usage })
}
