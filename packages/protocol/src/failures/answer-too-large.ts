// The bound of what a run takes in: an answer past it would fill the isolate before the program saw it.

import { DeclaredFailure, nameFailure } from './declared-failure.ts'
import { groupDigits } from './wording.ts'

/** What the host was to hand in (`what` names it) has `size` bytes, past `bound` bytes. */
export class AnswerTooLargeError extends DeclaredFailure {
  static {
    nameFailure(this.prototype, 'AnswerTooLargeError')
  }

  constructor(what: string, size: number, bound: number) {
    super(
      `The ${what} is ${groupDigits(size)} bytes, past the ${groupDigits(bound)} bytes that this ` +
        'execution can take in. Ask for less at a time.',
    )
  }
}
