// The bound of everything that a run sends outward.

import { DeclaredFailure, nameFailure } from './declared-failure.ts'
import { groupDigits } from './wording.ts'

/** The parts that are bounded one by one. */
export type PayloadPart = "run's answer" | 'tool call' | 'outbound request' | 'handle answer'

/** A part of `size` bytes went past its bound of `bound` bytes. */
export class PayloadTooLargeError extends DeclaredFailure {
  static {
    nameFailure(this.prototype, 'PayloadTooLargeError')
  }

  constructor(part: PayloadPart, size: number, bound: number) {
    super(
      `The ${part} is ${groupDigits(size)} bytes, past its bound of ${groupDigits(bound)} bytes. ` +
        'Send less at a time, or keep only what is needed.',
    )
  }
}
