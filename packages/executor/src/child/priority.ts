// Preparing an isolate is work ahead of time: it must not keep a processor from a run that goes on
// elsewhere, nor from the host that is to read an outcome. The kernel wakes both on whichever processor
// spoke to them last, which is often the one that prepares.

import { constants, setPriority } from 'node:os'

const { PRIORITY_LOW, PRIORITY_NORMAL } = constants.priority

/** Raising a priority again is a privilege; without it, it is never lowered. */
const mayRaise = process.getuid?.() === 0

/** Does some work at the lowest priority of this thread, where the system lets it come back. */
export function atLowPriority<Result>(work: () => Result): Result {
  if (!mayRaise) return work()
  setPriority(PRIORITY_LOW)
  try {
    return work()
  } finally {
    setPriority(PRIORITY_NORMAL)
  }
}
