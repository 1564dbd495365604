// The flags of `run`: the few bounds that matter to one program.

import { EXECUTOR_FLAGS } from './executor-flags.ts'
import type { Flag } from './flag.ts'

/** In the order of help. */
export const RUN_FLAGS: Record<'timeout' | 'memoryLimit', Flag> = {
  timeout: {
    ...EXECUTOR_FLAGS.timeout,
    meaning: 'Bound of the run, of its clock; `none` lifts it to the largest.',
  },
  memoryLimit: {
    ...EXECUTOR_FLAGS.memoryLimit,
    meaning: 'Memory limit of the isolate, at least 8.',
  },
}
