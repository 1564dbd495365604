// How a program that goes too far may end, and the bounds that such programs run under.

import type { Expectation } from './expectation.ts'
import type { HostileCase } from './hostile-case.ts'

/** Bound of every case that sets none, in ms. */
export const TIMEOUT = 500

/** First sentence of the timeout text under `TIMEOUT`. */
export const TIMED_OUT = `Execution timed out at its ${TIMEOUT} ms bound.`

/** The whole memory text, whatever the limit. */
export const memoryText =
  /^Execution ran out of memory at its [\d,.]+ MB limit\. Work through the data in smaller pieces and keep only what you return\.$/

/** The engine's own refusals of something too large; a program can catch them. */
const engineRefusal =
  /Invalid (string|array|array buffer|typed array) length|allocation failed|Array buffer|Maximum (call stack|BigInt) size|Invalid regular expression|out of memory|too large|absent|NotSupported|not defined|Code generation from strings/i

export const timedOut: Expectation = { errorStartsWith: TIMED_OUT }

/** A memory bomb meets the memory limit, the clock or a refusal of the engine. */
export const bombed: Expectation = {
  oneOf: [
    { errorMatches: memoryText },
    { errorStartsWith: 'Execution timed out' },
    { errorMatches: engineRefusal },
  ],
}

export const bombBounds: Pick<HostileCase, 'timeout' | 'maxWallMs' | 'maxTreeMb' | 'maxHostMb'> = {
  timeout: 4000,
  maxWallMs: 12_000,
  maxTreeMb: 1500,
  maxHostMb: 400,
}

export const spinBounds: Pick<HostileCase, 'maxWallMs'> = { maxWallMs: 4500 }
