// What became of a call, as a value that can be compared, with a bound on the wait.

import { ExecutorError, type ExecuteResult } from '@supolka/codemode-executor'

export type Fault = { code: string; message: string; retryable: boolean; dispatched?: number }
export type Settlement =
  | { kind: 'outcome'; outcome: ExecuteResult }
  | { kind: 'fault'; fault: Fault }
  | { kind: 'threw'; failure: unknown }
  | { kind: 'hang' }

const WAIT_MS = 20_000

/** Waits for a call at most `ms`; never rejects. */
export async function settlementOf(
  call: Promise<ExecuteResult>,
  ms: number = WAIT_MS,
): Promise<Settlement> {
  const { promise, resolve } = Promise.withResolvers<Settlement>()
  const timer = setTimeout(() => resolve({ kind: 'hang' }), ms)
  try {
    return await Promise.race([call.then(asOutcome, asFailure), promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The fault that a call must end with; anything else throws with what came instead. */
export async function faultOf(call: Promise<unknown>, ms?: number): Promise<Fault> {
  const settlement = await settlementOf(call as Promise<ExecuteResult>, ms)
  if (settlement.kind === 'fault') return settlement.fault
  throw new Error(`No fault but ${JSON.stringify(settlement)}`)
}

/** The outcome that a call must end with; anything else throws with what came instead. */
export async function outcomeOf(call: Promise<ExecuteResult>, ms?: number): Promise<ExecuteResult> {
  const settlement = await settlementOf(call, ms)
  if (settlement.kind === 'outcome') return settlement.outcome
  throw new Error(`No outcome but ${JSON.stringify(settlement)}`)
}

const asOutcome = (outcome: ExecuteResult): Settlement => ({ kind: 'outcome', outcome })

function asFailure(failure: unknown): Settlement {
  if (!(failure instanceof ExecutorError)) return { kind: 'threw', failure: String(failure) }
  const { code, message, retryable, dispatched } = failure

  return {
    kind: 'fault',
    fault: { code, message, retryable, ...(dispatched !== undefined && { dispatched }) },
  }
}
