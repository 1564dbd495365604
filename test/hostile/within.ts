// A bound on waiting that leaves no timer behind.

import { setTimeout } from 'node:timers/promises'

export const LATE: unique symbol = Symbol('late')

/** What `work` settles to, or `LATE` when it takes longer than `ms`. */
export async function within<T>(work: Promise<T>, ms: number): Promise<T | typeof LATE> {
  const timer = new AbortController()
  try {
    return await Promise.race([work, setTimeout(ms, LATE, { signal: timer.signal })])
  } finally {
    timer.abort()
  }
}
