// The declared absence of content coding.

import { DeclaredFailure, nameFailure } from './declared-failure.ts'

/** A program constructed `name`: `CompressionStream` or `DecompressionStream`. */
export class CompressionAbsentError extends DeclaredFailure {
  static {
    nameFailure(this.prototype, 'CompressionAbsentError')
  }

  constructor(name: string) {
    super(
      `${name} is absent from this runtime by design. ` +
        'The host applies content coding on the wire, so work with uncompressed bytes.',
    )
  }
}
