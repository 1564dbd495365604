// What an operation may ask for. Work of one operation cannot be interrupted, so its size is bounded
// before it begins; a run whose operations last too long all the same ends with this process.

import type { webcrypto } from 'node:crypto'
import { groupDigits, PAYLOAD_LIMIT } from '@supolka/codemode-executor-protocol'
import { describeOversize } from '../../guest/crypto/limits.ts'
import type { Algorithm, Call } from './call.ts'

const MAX_PBKDF2_ITERATIONS = 10_000_000
const MAX_GENERATED_RSA_BITS = 4_096
const MAX_IMPORTED_RSA_BITS = 8_192

/** What the largest RSA key takes in its longest format, and more. */
const MAX_RSA_MATERIAL_BYTES = 16_384

export const MAX_KEYS = 10_000

/** Bytes of all secret keys of a run together. */
export const MAX_SECRET_BYTES = 16_777_216

export function refuse(text: string): never {
  // oxlint-disable-next-line typescript/only-throw-error -- Node's DOMException is an Error
  throw new DOMException(text, 'OperationError')
}

/** Throws an OperationError whose text says the bound that the call is past. */
export function checkCall({ args, method, first }: Call): void {
  const { algorithm, derived, unwrapped } = args
  if (algorithm?.name === 'PBKDF2') checkIterations(algorithm)
  if (method === 'generateKey') checkModulus(algorithm)
  for (const bits of [args.length, algorithm?.['length'], derived?.['length']]) checkLength(bits)
  const imported = method === 'importKey' ? algorithm : unwrapped
  if (imported?.name.startsWith('RSA') === true) checkMaterial(materialSize(first, args.jwk))
}

/** Throws an OperationError for a key that is too large to work with. */
export function checkKey(key: webcrypto.CryptoKey): void {
  const { modulusLength } = key.algorithm as { modulusLength?: number }
  if (modulusLength !== undefined && modulusLength > MAX_IMPORTED_RSA_BITS) {
    refuse(
      `The RSA key has ${groupDigits(modulusLength)} bits, past the bound of ` +
        `${groupDigits(MAX_IMPORTED_RSA_BITS)}. Use a smaller key.`,
    )
  }
}

/** Bytes of a secret key that a call made; keys of other types are small. */
export function secretSize(key: webcrypto.CryptoKey, { args, first }: Call): number {
  if (key.type !== 'secret') return 0
  const { length } = key.algorithm as { length?: number }
  // Passwords do not tell their length, but they are never longer than what they were made of.
  return length === undefined ? materialSize(first, args.jwk) : length / 8
}

const materialSize = (bytes: Buffer | undefined, jwk: object | undefined): number =>
  (bytes?.byteLength ?? 0) + (jwk === undefined ? 0 : JSON.stringify(jwk).length)

function checkMaterial(size: number): void {
  if (size > MAX_RSA_MATERIAL_BYTES) {
    refuse(
      `The RSA key is ${groupDigits(size)} bytes long, past the bound of ` +
        `${groupDigits(MAX_RSA_MATERIAL_BYTES)}. Use a smaller key.`,
    )
  }
}

function checkIterations({ iterations }: Algorithm): void {
  if (typeof iterations === 'number' && iterations > MAX_PBKDF2_ITERATIONS) {
    refuse(
      `PBKDF2 is asked for ${groupDigits(iterations)} iterations, past the bound of ` +
        `${groupDigits(MAX_PBKDF2_ITERATIONS)}. Ask for fewer iterations.`,
    )
  }
}

function checkModulus(algorithm: Algorithm | undefined): void {
  const bits = algorithm?.['modulusLength']
  if (typeof bits === 'number' && bits > MAX_GENERATED_RSA_BITS) {
    refuse(
      `An RSA key of ${groupDigits(bits)} bits is asked for, past the bound of ` +
        `${groupDigits(MAX_GENERATED_RSA_BITS)}. Generate a smaller key.`,
    )
  }
}

function checkLength(bits: unknown): void {
  const size = typeof bits === 'number' ? Math.ceil(bits / 8) : 0
  if (size > PAYLOAD_LIMIT) refuse(describeOversize(size, PAYLOAD_LIMIT))
}
