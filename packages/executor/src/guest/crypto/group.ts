// The group `crypto`: the Web Cryptography API. Keys and the work on them stay in the child process.

import { isCryptoObject } from './crypto.ts'
import { isCryptoKey } from './crypto-key.ts'

export { Crypto, crypto } from './crypto.ts'
export { CryptoKey } from './crypto-key.ts'
export { failJob, settleJob } from './jobs.ts'
export { SubtleCrypto } from './subtle-crypto.ts'

/** Whether a value is an object of this group that structuredClone refuses. */
export const isPlatformObject = (value: unknown): boolean =>
  isCryptoKey(value) || isCryptoObject(value)
