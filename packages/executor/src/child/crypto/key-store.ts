// The keys of one run. The guest knows them by number; what is in them leaves only by an export.

import type { webcrypto } from 'node:crypto'
import { checkKey, MAX_KEYS, MAX_SECRET_BYTES, refuse, secretSize } from './bounds.ts'
import type { Call } from './call.ts'

/** A key as the guest may see it. Fields that are no plain JSON are spelled out as such. */
type KeyDescription = {
  id: number
  type: string
  extractable: boolean
  algorithm: object
  usages: Array<string>
}

export type KeyStore = {
  /** Keeps a key that a call made. Throws an OperationError past the bounds of a run. */
  add: (key: webcrypto.CryptoKey, call: Call) => KeyDescription
  /** Throws an OperationError for a number that no key has. */
  get: (id: number) => webcrypto.CryptoKey
}

export function createKeyStore(): KeyStore {
  const keys = new Map<number, webcrypto.CryptoKey>()
  let secretBytes = 0

  return {
    add: (key, call) => {
      checkKey(key)
      secretBytes += secretSize(key, call)
      if (keys.size >= MAX_KEYS || secretBytes > MAX_SECRET_BYTES) {
        refuse(
          'The run holds as many crypto keys as it may. Make a key once and use it again, ' +
            'instead of making it anew each time.',
        )
      }
      const id = keys.size + 1
      keys.set(id, key)

      return { ...describe(key), id }
    },
    get: (id) => keys.get(id) ?? refuse('The key is not known.'),
  }
}

function describe(key: webcrypto.CryptoKey): Omit<KeyDescription, 'id'> {
  const { type, extractable, usages } = key
  const algorithm = key.algorithm as { publicExponent?: Uint8Array }
  const { publicExponent } = algorithm

  return {
    type,
    extractable,
    algorithm: publicExponent
      ? { ...algorithm, publicExponent: Array.from(publicExponent) }
      : algorithm,
    usages,
  }
}
