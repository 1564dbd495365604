// The program's clock: milliseconds since its run began. The isolate has no finer reading than
// `Date.now`, and one from the child would cost a crossing each time, so its grain is 1 ms.

import { dateNow, mathMax } from './intrinsics.ts'

let origin = 0
let latest = 0

/**
 * Starts the clock unless it runs. An isolate is prepared long before its run, so this is for the
 * moment the program begins. It begins within its first millisecond: no reading is ever 0.
 */
export function startClock(): void {
  if (origin === 0) origin = dateNow() - 1
}

/** When the clock started, in milliseconds since 1970. */
export function timeOrigin(): number {
  startClock()

  return origin
}

/** Milliseconds since the origin. Never goes back, even if the system's clock does. */
export function currentTime(): number {
  startClock()
  latest = mathMax(latest, dateNow() - origin)

  return latest
}
