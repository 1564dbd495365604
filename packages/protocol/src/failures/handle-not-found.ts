// An invocation of a handle that was never granted.

import { DeclaredFailure, nameFailure } from './declared-failure.ts'
import { listNames, quoteName } from './wording.ts'

/** The execution holds handles, and `handleName` is none of those that `granted` lists. */
export class HandleNotFoundError extends DeclaredFailure {
  static {
    nameFailure(this.prototype, 'HandleNotFoundError')
  }

  constructor(executionId: string, handleName: string, granted: Array<string>) {
    super(
      `Execution ${quoteName(executionId)} has no handle named ${quoteName(handleName)}. ` +
        `The granted handles are: ${granted.length === 0 ? 'none' : listNames(granted)}.`,
    )
  }
}
