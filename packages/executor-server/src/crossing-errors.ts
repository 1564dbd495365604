// What of an error crosses to a peer: its name, its message and its own properties. Its cause and its
// stack stay here: they tell of this machine.

import { ResponseTooLargeError } from '@supolka/codemode-executor-protocol'

/** The most bytes that a UTF-16 code unit becomes in JSON. */
const LARGEST_UNIT = 6

/**
 * The error as it may cross, for capnweb's `onSendError`; `RESPONSE_TOO_LARGE` in place of one whose
 * text is above the limit in bytes: programs choose what their handlers throw.
 */
export function crossingError(error: Error, limit: number): Error {
  const size = sizeOf(error.message, limit)

  return withoutOrigin(size > limit ? new ResponseTooLargeError(size, limit) : error)
}

/** The bytes of a text in JSON; of one that is far below the limit, no more than that. */
function sizeOf(text: string, limit: number): number {
  const most = text.length * LARGEST_UNIT

  return most <= limit ? most : Buffer.byteLength(JSON.stringify(text))
}

function withoutOrigin(error: Error): Error {
  const crossing = new Error(error.message)
  for (const [name, value] of Object.entries(error)) {
    if (name !== 'cause') Object.defineProperty(crossing, name, { value, enumerable: true })
  }
  Object.defineProperty(crossing, 'name', { value: error.name })
  // An own stack that is set would cross.
  Object.defineProperty(crossing, 'stack', { value: undefined })

  return crossing
}
