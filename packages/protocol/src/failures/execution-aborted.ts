// The caller's own end of a run.

import { DeclaredFailure, nameFailure } from './declared-failure.ts'

const TEXT =
  'Execution was aborted by its caller. ' +
  'Nothing after the abort ran; start a new execution to continue.'

/** The signal of the request fired before the run was over. */
export class ExecutionAbortedError extends DeclaredFailure {
  static {
    nameFailure(this.prototype, 'ExecutionAbortedError')
  }

  /** Whether a text is the text of this failure. */
  static matches(text: unknown): boolean {
    return text === TEXT
  }

  constructor() {
    super(TEXT)
  }
}
