// The bound of a run's clock.

import { DeclaredFailure, nameFailure } from './declared-failure.ts'

const FIRST_SENTENCE = /^Execution timed out at its \d+(?:\.\d+)? ms bound\.(?: |$)/

/** A run outlived its bound, in milliseconds. */
export class ExecutionTimeoutError extends DeclaredFailure {
  static {
    nameFailure(this.prototype, 'ExecutionTimeoutError')
  }

  /** Whether a text opens with the whole first sentence of this failure. */
  static matches(text: unknown): boolean {
    return typeof text === 'string' && FIRST_SENTENCE.test(text)
  }

  constructor(timeoutMs: number) {
    super(
      `Execution timed out at its ${timeoutMs} ms bound. ` +
        'Do less work per run and return the part that is already finished.',
    )
  }
}
