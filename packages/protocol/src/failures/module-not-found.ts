// An import of a name that the module map does not declare.

import { DeclaredFailure, nameFailure } from './declared-failure.ts'
import { listNames, quoteName } from './wording.ts'

/** A program imported `name`; `declared` are the names of the map, in its order. */
export class ModuleNotFoundError extends DeclaredFailure {
  static {
    nameFailure(this.prototype, 'ModuleNotFoundError')
  }

  constructor(name: string, declared: Array<string>) {
    super(
      `Module ${quoteName(name)} is not in the module map. ` +
        (declared.length === 0
          ? 'The module map declares no names.'
          : `Import one of the names it declares: ${listNames(declared)}.`),
    )
  }
}
