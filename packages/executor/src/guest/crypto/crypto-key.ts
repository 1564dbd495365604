// CryptoKey: shows what a key is and holds its number. The key itself stays in the child process.

import { defineInterface } from '../dom/define-interface.ts'
import { isObject } from '../dom/webidl.ts'

/** A key as the child describes it. */
export type KeyDescription = {
  id: number
  type: string
  extractable: boolean
  algorithm: { name: string; publicExponent?: Array<number> | Uint8Array }
  usages: Array<string>
}

// Marks the runtime's own calls of the constructor; a program has no way to make one.
class Described {
  readonly description: KeyDescription

  constructor(description: KeyDescription) {
    this.description = description
  }
}

// Set from the static block of CryptoKey, which alone can see the private field.
let describe: (value: unknown) => KeyDescription | undefined

export class CryptoKey {
  readonly #description: KeyDescription

  static {
    describe = (value) =>
      isObject(value) && #description in value ? value.#description : undefined
  }

  constructor(described: unknown = undefined) {
    if (!(described instanceof Described)) throw new TypeError('CryptoKey: illegal constructor.')
    this.#description = described.description
  }

  get type(): string {
    return this.#description.type
  }

  get extractable(): boolean {
    return this.#description.extractable
  }

  get algorithm(): object {
    return this.#description.algorithm
  }

  get usages(): Array<string> {
    return this.#description.usages
  }
}

defineInterface(CryptoKey, 'CryptoKey')

export const createKey = (description: KeyDescription): CryptoKey => {
  const { algorithm } = description
  const { publicExponent } = algorithm
  if (publicExponent !== undefined) algorithm.publicExponent = new Uint8Array(publicExponent)
  return new CryptoKey(new Described(description))
}

export const isCryptoKey = (value: unknown): value is CryptoKey => describe(value) !== undefined

/** The number of a key in the child. Throws a TypeError for what is no CryptoKey. */
export const toKeyId = (value: unknown, context: string): number => {
  const description = describe(value)
  if (description === undefined) throw new TypeError(`${context}: the value is not a CryptoKey.`)
  return description.id
}
