// The memory limit of an isolate.

import { DeclaredFailure, nameFailure } from './declared-failure.ts'

const FIRST_SENTENCE = /^Execution ran out of memory at its \d+(?:\.\d+)? MB limit\.(?: |$)/

/** A run exhausted its memory limit, in megabytes. */
export class MemoryLimitError extends DeclaredFailure {
  static {
    nameFailure(this.prototype, 'MemoryLimitError')
  }

  /** Whether a text opens with the whole first sentence of this failure. */
  static matches(text: unknown): boolean {
    return typeof text === 'string' && FIRST_SENTENCE.test(text)
  }

  constructor(memoryLimitMb: number) {
    super(
      `Execution ran out of memory at its ${memoryLimitMb} MB limit. ` +
        'Work through the data in smaller pieces and keep only what you return.',
    )
  }
}
