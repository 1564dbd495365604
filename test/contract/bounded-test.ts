// A test with a safety bound of its own, so that one call that never settles costs its test and not
// the chapter.

import { test as declareTest } from 'node:test'

/** No test takes a tenth of it; in milliseconds. */
const SAFETY_BOUND = 45_000

/** Declares a test of the contract. */
export function test(title: string, body: () => Promise<void> | void): void {
  void declareTest(title, { timeout: SAFETY_BOUND }, body)
}
