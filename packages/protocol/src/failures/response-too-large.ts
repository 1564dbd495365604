// The bound of a server's answer.

import { ExecutorError } from '../faults/executor-error.ts'
import { groupDigits } from './wording.ts'

/** An answer of `size` bytes is above the response limit of `limit` bytes. Not retryable. */
export class ResponseTooLargeError extends ExecutorError {
  constructor(size: number, limit: number) {
    super(
      'RESPONSE_TOO_LARGE',
      `The response is ${groupDigits(size)} bytes, past the response limit of ` +
        `${groupDigits(limit)} bytes. Return less, or raise the limit on the server.`,
    )
  }
}
