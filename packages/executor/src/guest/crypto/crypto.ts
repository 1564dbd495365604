// Crypto and its one object.

import { groupDigits } from '@supolka/codemode-executor-protocol'
import { need } from '../dom/need.ts'
import { defineInterface } from '../dom/define-interface.ts'
import { requireArguments } from '../dom/webidl.ts'
import { isBufferView, typedArrayName } from '../text/buffer-source.ts'
import { makeException } from './errors.ts'
import { MAX_ENTROPY_BYTES } from './limits.ts'
import { fillWithRandom, makeUuid } from './random.ts'
import { toBytes } from './sources.ts'
import { createSubtleCrypto, type SubtleCrypto } from './subtle-crypto.ts'

// Marks the runtime's own call of the constructor; a program has no way to get at it.
const ALLOWED = {}

/** Typed arrays of integers are the ones without a float in their names. */
const isIntegerArray = (name: string | undefined): boolean =>
  name !== undefined && !name.startsWith('Float')

export class Crypto {
  readonly #subtle: SubtleCrypto

  constructor(token: unknown = undefined) {
    if (token !== ALLOWED) throw new TypeError('Crypto: illegal constructor.')
    this.#subtle = createSubtleCrypto()
  }

  get subtle(): SubtleCrypto {
    return this.#subtle
  }

  getRandomValues(array: unknown): unknown {
    void this.#subtle
    const context = 'Crypto.getRandomValues'
    requireArguments(arguments.length, 1, context)
    if (!isBufferView(array)) throw new TypeError(`${context}: the value is not a buffer view.`)
    const view = toBytes(array, context)
    if (!isIntegerArray(typedArrayName(array))) {
      throw makeException('TypeMismatchError', `${context}: the view is no array of integers.`)
    }
    if (view.length > MAX_ENTROPY_BYTES) {
      // The standard gives it neither `quota` nor `requested`.
      const { QuotaExceededError } = need('dom')
      // oxlint-disable-next-line typescript/only-throw-error -- a DOMException, made by the realm
      throw new QuotaExceededError(
        `${context}: ${groupDigits(view.length)} bytes are asked for, ` +
          `past the bound of ${groupDigits(MAX_ENTROPY_BYTES)}. ` +
          'Fill a long array piece by piece.',
      )
    }
    fillWithRandom(view)
    return array
  }

  randomUUID(): string {
    void this.#subtle
    return makeUuid()
  }
}

defineInterface(Crypto, 'Crypto')

export const crypto: Crypto = new Crypto(ALLOWED)

const { subtle } = crypto

/** Whether a value is one of the two objects that structuredClone cannot copy. */
export const isCryptoObject = (value: unknown): boolean => value === crypto || value === subtle
