// Random bytes for the guest: real entropy of this process, handed over at once.

import { randomBytes } from 'node:crypto'
import { MAX_ENTROPY_BYTES } from '../../guest/crypto/limits.ts'

/** So many random bytes, 65,536 at most, one for each character. */
export function drawEntropy(size: number): string {
  const bounded = Math.min(Math.max(Math.trunc(size), 0), MAX_ENTROPY_BYTES)

  return randomBytes(Number.isNaN(bounded) ? 0 : bounded).toString('latin1')
}
