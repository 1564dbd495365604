// An entry of a module map that is no module.

import { DeclaredFailure, nameFailure } from './declared-failure.ts'
import { quoteName } from './wording.ts'

/** The entry `name` of a module map has a shape outside the supported kinds. */
export class UnsupportedModuleKindError extends DeclaredFailure {
  static {
    nameFailure(this.prototype, 'UnsupportedModuleKindError')
  }

  constructor(name: string, options?: ErrorOptions) {
    super(
      `Module ${quoteName(name)} has no supported kind. Give a string of JavaScript, ` +
        'or an object with exactly one of js (a string), json (a JSON value) and text (a string).',
      options,
    )
  }
}
