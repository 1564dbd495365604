// What became of a call, as a value that can be compared, with a bound on the wait.

import { ExecutorError } from '@supolka/codemode-executor'

export type Settlement<Value> =
  | { kind: 'value'; value: Value }
  | { kind: 'fault'; code: string; dispatched: number | undefined; cause: unknown }
  | { kind: 'threw'; failure: string }
  | { kind: 'hang' }

const WAIT_MS = 6_000

/** Waits for a call at most `ms`; never rejects. */
export async function settlementOf<Value>(
  call: Promise<Value>,
  ms: number = WAIT_MS,
): Promise<Settlement<Value>> {
  const { promise, resolve } = Promise.withResolvers<Settlement<Value>>()
  const timer = setTimeout(() => resolve({ kind: 'hang' }), ms)
  try {
    return await Promise.race([
      call.then((value): Settlement<Value> => ({ kind: 'value', value }), faultOf),
      promise,
    ])
  } finally {
    clearTimeout(timer)
  }
}

function faultOf(failure: unknown): Settlement<never> {
  if (!(failure instanceof ExecutorError)) return { kind: 'threw', failure: String(failure) }
  const { code, dispatched, cause } = failure

  return { kind: 'fault', code, dispatched, cause }
}
