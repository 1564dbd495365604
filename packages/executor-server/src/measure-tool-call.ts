// The size of a tool call as it goes on the wire. A program chooses its texts, and one that fits in no
// message would end the connection of its caller, with everything else that runs on it.

import { MESSAGE_LIMIT, PayloadTooLargeError } from '@supolka/codemode-executor-protocol'

/** The most bytes that a UTF-16 code unit becomes in JSON. */
const LARGEST_UNIT = 6

/** What a message needs beside the texts of its call, in bytes. */
const ENVELOPE_ALLOWANCE = 1_024

/** The most bytes of the texts of one call as they stand in a message. */
export const TOOL_CALL_BOUND: number = MESSAGE_LIMIT - ENVELOPE_ALLOWANCE

/** Throws the text of the payload bound, for the program, when the texts of a call fit in no message. */
export function checkToolCallSize(texts: Array<string>): void {
  const units = texts.reduce((sum, text) => sum + text.length, 0)
  // Nearly all calls are far below, and are not written twice for it.
  if (units * LARGEST_UNIT <= TOOL_CALL_BOUND) return
  const size = texts.reduce((sum, text) => sum + Buffer.byteLength(JSON.stringify(text)), 0)
  if (size > TOOL_CALL_BOUND) throw new PayloadTooLargeError('tool call', size, TOOL_CALL_BOUND)
}
