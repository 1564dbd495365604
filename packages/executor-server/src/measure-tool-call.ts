// The size of a tool call as it goes on the wire. A program chooses its texts, and one that fits in no
// message would end the connection of its caller, with everything else that runs on it.

import {
  fitsInJson,
  MESSAGE_LIMIT,
  PayloadTooLargeError,
  sizeInJson,
} from '@supolka/codemode-executor-protocol'

/** What a message needs beside the texts of its call, in bytes. */
const ENVELOPE_ALLOWANCE = 1_024

/** The most bytes of the texts of one call as they stand in a message. */
export const TOOL_CALL_BOUND: number = MESSAGE_LIMIT - ENVELOPE_ALLOWANCE

/** Throws the text of the payload bound, for the program, when the texts of a call fit in no message. */
export function checkToolCallSize(texts: Array<string>): void {
  if (fitsInJson(texts, TOOL_CALL_BOUND)) return
  throw new PayloadTooLargeError('tool call', sizeInJson(texts), TOOL_CALL_BOUND)
}
