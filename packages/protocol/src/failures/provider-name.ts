// The four rules of provider names, one class for each.

import { DeclaredFailure, nameFailure } from './declared-failure.ts'
import { quoteName } from './wording.ts'

/** The name is not ASCII letters, digits, underscore and dollar, or it starts with a digit. */
export class InvalidProviderNameError extends DeclaredFailure {
  static {
    nameFailure(this.prototype, 'InvalidProviderNameError')
  }

  constructor(name: string) {
    super(
      `Provider name ${quoteName(name)} is not an identifier of ASCII letters, digits, ` +
        'underscore and dollar that starts with no digit. Rename the provider within that form.',
    )
  }
}

/** The entry scope, the generated source or the sandbox needs the name itself. */
export class ReservedProviderNameError extends DeclaredFailure {
  static {
    nameFailure(this.prototype, 'ReservedProviderNameError')
  }

  constructor(name: string) {
    super(
      `Provider name ${quoteName(name)} is reserved, because the scope the program runs in ` +
        'depends on it. Choose a name outside the reserved set.',
    )
  }
}

/** The name is a reserved word of ECMAScript, so that nothing can be declared under it. */
export class ReservedWordProviderNameError extends DeclaredFailure {
  static {
    nameFailure(this.prototype, 'ReservedWordProviderNameError')
  }

  constructor(name: string) {
    super(
      `Provider name ${quoteName(name)} is a reserved word of ECMAScript. ` +
        'Choose a name that a program can declare.',
    )
  }
}

/** An earlier provider of the same list has the name. */
export class DuplicateProviderNameError extends DeclaredFailure {
  static {
    nameFailure(this.prototype, 'DuplicateProviderNameError')
  }

  constructor(name: string) {
    super(
      `Provider name ${quoteName(name)} is declared more than once. ` +
        'Give every provider a name of its own.',
    )
  }
}
