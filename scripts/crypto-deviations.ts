// Where the Web Cryptography of the guest differs from the standard: its bounds.

import type { Deviation } from './deviation.ts'

export const CRYPTO_DEVIATIONS: ReadonlyArray<Deviation> = [
  {
    kind: 'behaviour',
    names: ['SubtleCrypto'],
    what: 'PBKDF2 takes at most 10,000,000 iterations.',
    impact: 'More is an `OperationError`.',
    check: {
      body: `const key = await crypto.subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits'])
const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(8), iterations: 10_000_001 }
return await nameOf(() => crypto.subtle.deriveBits(algorithm, key, 128)) === 'OperationError'`,
    },
  },
  {
    kind: 'behaviour',
    names: ['SubtleCrypto'],
    what: 'An RSA key that is made here has at most 4,096 bits, one that is imported 8,192.',
    impact: 'More is an `OperationError`.',
    check: {
      body: `const algorithm = { name: 'RSA-PSS', hash: 'SHA-256', modulusLength: 8192, publicExponent: new Uint8Array([1, 0, 1]) }
return await nameOf(() => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) === 'OperationError'`,
    },
  },
  {
    kind: 'behaviour',
    names: ['SubtleCrypto'],
    what: 'One operation takes and gives at most `PAYLOAD_LIMIT` bytes. At most 16 are under way at a time; more wait.',
    impact: 'Past it an `OperationError`. Leave larger input to a tool of the host.',
    check: {
      body: `const bytes = new Uint8Array(8_388_609)
return await nameOf(() => crypto.subtle.digest('SHA-256', bytes)) === 'OperationError'`,
    },
  },
  {
    kind: 'behaviour',
    names: ['CryptoKey'],
    what: 'A run has at most 10,000 keys.',
    impact: 'One more is an `OperationError`.',
  },
  {
    kind: 'behaviour',
    names: ['SubtleCrypto'],
    what: 'X448 and Ed448, which are tentative, are not offered.',
    impact: 'A `NotSupportedError`. Use X25519 or Ed25519.',
    check: {
      body: `return await nameOf(() => crypto.subtle.generateKey('X448', true, ['deriveBits'])) === 'NotSupportedError'`,
    },
  },
]
