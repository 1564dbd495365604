// The end of retained handles.

import { ExecutorError } from '../faults/executor-error.ts'
import { quoteName } from './wording.ts'

/** The execution named holds no handles. Not retryable. */
export class HandlesClosedError extends ExecutorError {
  constructor(executionId: string) {
    super(
      'HANDLES_CLOSED',
      `Execution ${quoteName(executionId)} holds no handles: they were closed, expired at the ` +
        'idle bound, or never granted. Execute again with retainHandles to get a fresh executionId.',
    )
  }
}
