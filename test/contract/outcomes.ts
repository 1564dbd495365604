// What a call came to: whole outcomes as the contract prints them, and rejections as values.

import { ok } from 'node:assert/strict'
import type { ExecuteResult, LogLine } from '@supolka/codemode-executor-protocol'

/** The whole outcome of a run that failed. */
export const failed = (error: string, logs: Array<LogLine> = []): ExecuteResult => ({
  result: undefined,
  error,
  logs,
})

/** The whole outcome of a run that returned. */
export const returned = (result: unknown, logs: Array<LogLine> = []): ExecuteResult => ({
  result,
  logs,
})

export const timedOut = (timeout: number): string =>
  `Execution timed out at its ${timeout} ms bound. Do less work per run and return the part that is already finished.`

export const outOfMemory = (memoryLimit: number): string =>
  `Execution ran out of memory at its ${memoryLimit} MB limit. Work through the data in smaller pieces and keep only what you return.`

export const handlesClosed = (executionId: string): string =>
  `Execution "${executionId}" holds no handles: they were closed, expired at the idle bound, or never granted. Execute again with retainHandles to get a fresh executionId.`

export const ABORTED =
  'Execution was aborted by its caller. Nothing after the abort ran; start a new execution to continue.'

export const OUTBOUND_DISABLED =
  'Outbound fetch is disabled for this execution. Anything this run needs from outside has to arrive through a tool call.'

export const CACHES_ABSENT =
  'Cache storage is absent from this runtime because nothing survives an execution. Return what should persist in the result and take it back as an input on the next call.'

export const COMPLETED = 'Execution has already completed.'

/** What of an error crosses every boundary. */
export type Rejection = Error & { code?: unknown; retryable?: unknown; dispatched?: unknown }

/** The error that `work` rejects with; resolving is the failure. */
export async function rejection(work: Promise<unknown>): Promise<Rejection> {
  let value: unknown
  try {
    value = await work
  } catch (failure) {
    ok(failure instanceof Error, `rejected with no Error: ${String(failure)}`)

    return failure
  }
  throw new Error(`resolved instead of rejecting: ${JSON.stringify(value)}`)
}
