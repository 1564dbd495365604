// The declared absence of buffers that grow.

import { DeclaredFailure, nameFailure } from './declared-failure.ts'

/** A program touched `name`, such as `ArrayBuffer.prototype.resize`. */
export class BufferGrowthAbsentError extends DeclaredFailure {
  static {
    nameFailure(this.prototype, 'BufferGrowthAbsentError')
  }

  constructor(name: string) {
    super(
      `${name} is absent from this runtime because a buffer that grows after it is created is ` +
        'allocated outside the memory limit this execution is metered against. ' +
        'Ask for the length you need when you create the buffer.',
    )
  }
}
