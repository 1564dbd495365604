// What became of a call, with a bound on the wait.

import { setTimeout } from 'node:timers/promises'
import { ExecutorError } from '@supolka/codemode-executor'

const WAIT_MS = 15_000

/** What a call settles to. Throws when it takes longer than `ms`. */
export async function within<Value>(call: Promise<Value>, ms: number = WAIT_MS): Promise<Value> {
  const timer = new AbortController()
  const late = async (): Promise<never> => {
    await setTimeout(ms, undefined, { signal: timer.signal })
    throw new Error(`Not settled within ${ms} ms.`)
  }
  try {
    return await Promise.race([call, late()])
  } finally {
    timer.abort()
  }
}

/** Whether a promise is settled by now, all that is ready having been done. */
export async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending')
  const turn = new Promise((resolve) => setImmediate(resolve, pending))

  return (await Promise.race([promise, turn])) !== pending
}

export type Fault = { code: string; message: string; retryable: boolean; dispatched?: number }

/** The fault that a call ends with. Throws for any other end, and for none within `ms`. */
export async function faultOf(call: Promise<unknown>, ms?: number): Promise<Fault> {
  let value: unknown
  try {
    value = await within(call, ms)
  } catch (failure) {
    if (!(failure instanceof ExecutorError)) throw failure
    const { code, message, retryable, dispatched } = failure

    return { code, message, retryable, ...(dispatched !== undefined && { dispatched }) }
  }
  throw new Error(`No fault but ${JSON.stringify(value)}`)
}
