// SubtleCrypto: the interface. Every method answers a promise, and every failure is its rejection.

import { defineInterface } from '../dom/define-interface.ts'
import { requireArguments } from '../dom/webidl.ts'
import * as operations from './operations.ts'
import type { CryptoKey } from './crypto-key.ts'
import type { CryptoKeyPair } from './operations.ts'

// Marks the runtime's own call of the constructor; a program has no way to get at it.
const ALLOWED = {}

type Buffered = Promise<ArrayBuffer | undefined>

export class SubtleCrypto {
  // The field is the brand: calling it throws for a foreign receiver.
  readonly #begin = (given: number, needed: number, method: string): void =>
    requireArguments(given, needed, `SubtleCrypto.${method}`)

  constructor(token: unknown = undefined) {
    if (token !== ALLOWED) throw new TypeError('SubtleCrypto: illegal constructor.')
  }

  async encrypt(algorithm: unknown, key: unknown, data: unknown): Buffered {
    this.#begin(arguments.length, 3, 'encrypt')
    const parts = { algorithm, key, sources: [data] }
    return (await operations.transform('encrypt', 'encrypt', parts)).bytes
  }

  async decrypt(algorithm: unknown, key: unknown, data: unknown): Buffered {
    this.#begin(arguments.length, 3, 'decrypt')
    const parts = { algorithm, key, sources: [data] }
    return (await operations.transform('decrypt', 'encrypt', parts)).bytes
  }

  async sign(algorithm: unknown, key: unknown, data: unknown): Buffered {
    this.#begin(arguments.length, 3, 'sign')
    const parts = { algorithm, key, sources: [data] }
    return (await operations.transform('sign', 'sign', parts)).bytes
  }

  async verify(
    algorithm: unknown,
    key: unknown,
    signature: unknown,
    data: unknown,
  ): Promise<boolean> {
    this.#begin(arguments.length, 4, 'verify')
    const parts = { algorithm, key, sources: [signature, data] }
    return (await operations.transform('verify', 'sign', parts)).value === true
  }

  async digest(algorithm: unknown, data: unknown): Buffered {
    this.#begin(arguments.length, 2, 'digest')
    return operations.digest(algorithm, data)
  }

  async generateKey(
    algorithm: unknown,
    extractable: unknown,
    keyUsages: unknown,
  ): Promise<CryptoKey | CryptoKeyPair> {
    this.#begin(arguments.length, 3, 'generateKey')
    return operations.generateKey({ algorithm, extractable, usages: keyUsages })
  }

  async deriveKey(
    algorithm: unknown,
    baseKey: unknown,
    derivedKeyType: unknown,
    extractable: unknown,
    keyUsages: unknown,
  ): Promise<CryptoKey> {
    this.#begin(arguments.length, 5, 'deriveKey')
    const wanted = { algorithm: derivedKeyType, extractable, usages: keyUsages }
    return operations.deriveKey(algorithm, baseKey, wanted)
  }

  async deriveBits(algorithm: unknown, baseKey: unknown, length: unknown = null): Buffered {
    this.#begin(arguments.length, 2, 'deriveBits')
    return operations.deriveBits(algorithm, baseKey, length)
  }

  async importKey(
    format: unknown,
    keyData: unknown,
    algorithm: unknown,
    extractable: unknown,
    keyUsages: unknown,
  ): Promise<CryptoKey> {
    this.#begin(arguments.length, 5, 'importKey')
    return operations.importKey(format, keyData, { algorithm, extractable, usages: keyUsages })
  }

  async exportKey(format: unknown, key: unknown): Promise<unknown> {
    this.#begin(arguments.length, 2, 'exportKey')
    return operations.exportKey(format, key)
  }

  async wrapKey(
    format: unknown,
    key: unknown,
    wrappingKey: unknown,
    wrapAlgorithm: unknown,
  ): Buffered {
    this.#begin(arguments.length, 4, 'wrapKey')
    return operations.wrapKey(format, key, { key: wrappingKey, algorithm: wrapAlgorithm })
  }

  // oxlint-disable-next-line max-params -- the standard's own signature
  async unwrapKey(
    format: unknown,
    wrappedKey: unknown,
    unwrappingKey: unknown,
    unwrapAlgorithm: unknown,
    unwrappedKeyAlgorithm: unknown,
    extractable: unknown,
    keyUsages: unknown,
  ): Promise<CryptoKey> {
    this.#begin(arguments.length, 7, 'unwrapKey')
    const wrapper = { key: unwrappingKey, algorithm: unwrapAlgorithm }
    const wanted = { algorithm: unwrappedKeyAlgorithm, extractable, usages: keyUsages }
    return operations.unwrapKey(format, wrappedKey, wrapper, wanted)
  }
}

defineInterface(SubtleCrypto, 'SubtleCrypto')

export const createSubtleCrypto = (): SubtleCrypto => new SubtleCrypto(ALLOWED)
