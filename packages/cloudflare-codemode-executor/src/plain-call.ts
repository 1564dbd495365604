// Calls a function of the caller so that nothing but the text of what it throws can cross the wire.

import { thrownText } from '@supolka/codemode-executor-protocol'

/** What `work` answers. Rejects with an error that has the text alone: a cause would cross with it. */
export async function plainCall<Result>(work: () => Result): Promise<Awaited<Result>> {
  try {
    return await work()
  } catch (failure) {
    // oxlint-disable-next-line eslint/preserve-caught-error
    throw new Error(thrownText(failure))
  }
}
