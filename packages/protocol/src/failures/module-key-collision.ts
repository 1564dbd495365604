// Two keys of a module map that become one.

import { DeclaredFailure, nameFailure } from './declared-failure.ts'
import { quoteName } from './wording.ts'

/** The keys `first` and `second` of a module map both normalise to `key`. */
export class ModuleKeyCollisionError extends DeclaredFailure {
  static {
    nameFailure(this.prototype, 'ModuleKeyCollisionError')
  }

  constructor(key: string, first: string, second: string) {
    super(
      `Module map keys ${quoteName(first)} and ${quoteName(second)} both name the module ` +
        `${quoteName(key)}, because a leading "./" is no part of a name. ` +
        'Rename one of them, or leave one out.',
    )
  }
}
