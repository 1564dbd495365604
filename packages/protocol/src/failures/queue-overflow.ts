// The bound of the pool's queue.

import { ExecutorError } from '../faults/executor-error.ts'

/** The queue already held `limit` executions. Retryable. */
export class QueueOverflowError extends ExecutorError {
  constructor(limit: number) {
    super(
      'QUEUE_OVERFLOW',
      `The queue is at its bound of ${limit}. Retry when a running execution settles.`,
    )
  }
}
