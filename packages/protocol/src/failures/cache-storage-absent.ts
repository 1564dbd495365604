// The declared absence of persistence.

import { DeclaredFailure, nameFailure } from './declared-failure.ts'

/** A program used `caches`. */
export class CacheStorageAbsentError extends DeclaredFailure {
  static {
    nameFailure(this.prototype, 'CacheStorageAbsentError')
  }

  constructor() {
    super(
      'Cache storage is absent from this runtime because nothing survives an execution. ' +
        'Return what should persist in the result and take it back as an input on the next call.',
    )
  }
}
