// Bounds of the work behind crypto.subtle that the guest keeps to and the child enforces.

import { groupDigits } from '@supolka/codemode-executor-protocol'

/** Operations of one run that the child works on at once. */
export const MAX_OPEN_JOBS = 16

/** Bytes that the operations in the child's hands may bring with them, all together. */
export const MAX_OPEN_BYTES = 16_777_216

/** Bytes one call may ask of the child's random source. */
export const MAX_ENTROPY_BYTES = 65_536

/** The text for an operation whose parts or whose answer are past the payload bound. */
export const describeOversize = (size: number, bound: number): string =>
  `The crypto operation is ${groupDigits(size)} bytes, ` +
  `past its bound of ${groupDigits(bound)} bytes. ` +
  'Work on less at a time.'
