// Performs one call of the guest with Node's own Web Cryptography.

import { webcrypto } from 'node:crypto'
import { types } from 'node:util'
import { checkCall } from './bounds.ts'
import type { Algorithm, Call } from './call.ts'
import type { KeyStore } from './key-store.ts'

/** JSON for the guest, and the bytes beside it. */
export type Answer = { value: unknown; bytes?: ArrayBuffer }

type Usages = Array<webcrypto.KeyUsage>

const { subtle } = webcrypto

const BYTES = [
  'additionalData',
  'counter',
  'info',
  'iv',
  'label',
  'publicExponent',
  'salt',
] as const

/** Throws what Node throws, or an OperationError of this project's own bounds. */
export async function perform(call: Call, keys: KeyStore): Promise<Answer> {
  checkCall(call)
  const { method } = call
  const performer = Object.hasOwn(performers, method) ? performers[method] : undefined
  if (performer === undefined) throw new TypeError(`SubtleCrypto has no ${method}.`)
  const answer = await performer(call, keys)
  if (answer instanceof ArrayBuffer) return { value: null, bytes: answer }
  if (typeof answer === 'boolean') return { value: answer }
  if (isKey(answer)) return { value: { key: keys.add(answer, call) } }
  if (isPair(answer)) {
    const { publicKey, privateKey } = answer

    return {
      value: { publicKey: keys.add(publicKey, call), privateKey: keys.add(privateKey, call) },
    }
  }

  return { value: { jwk: answer } }
}

const performers: Record<string, (call: Call, keys: KeyStore) => Promise<unknown>> = {
  digest: ({ args, first = EMPTY }, keys) => subtle.digest(read(args.algorithm, keys), first),
  encrypt: ({ args, first = EMPTY }, keys) =>
    subtle.encrypt(read(args.algorithm, keys), keys.get(args.key ?? 0), first),
  decrypt: ({ args, first = EMPTY }, keys) =>
    subtle.decrypt(read(args.algorithm, keys), keys.get(args.key ?? 0), first),
  sign: ({ args, first = EMPTY }, keys) =>
    subtle.sign(read(args.algorithm, keys), keys.get(args.key ?? 0), first),
  verify: ({ args, first = EMPTY, second = EMPTY }, keys) =>
    subtle.verify(read(args.algorithm, keys), keys.get(args.key ?? 0), first, second),
  generateKey: ({ args }, keys) =>
    subtle.generateKey(
      read(args.algorithm, keys),
      args.extractable ?? false,
      (args.usages ?? []) as Usages,
    ),
  deriveBits: ({ args }, keys) =>
    subtle.deriveBits(read(args.algorithm, keys), keys.get(args.key ?? 0), args.length ?? null),
  deriveKey: ({ args }, keys) =>
    subtle.deriveKey(
      read(args.algorithm, keys),
      keys.get(args.key ?? 0),
      read(args.derived, keys),
      args.extractable ?? false,
      (args.usages ?? []) as Usages,
    ),
  importKey: ({ args, first = EMPTY }, keys) =>
    subtle.importKey(
      args.format as 'raw',
      (args.jwk ?? first) as Buffer,
      read(args.algorithm, keys),
      args.extractable ?? false,
      (args.usages ?? []) as Usages,
    ),
  exportKey: ({ args }, keys) => subtle.exportKey(args.format as 'raw', keys.get(args.key ?? 0)),
  wrapKey: ({ args }, keys) =>
    subtle.wrapKey(
      args.format as 'raw',
      keys.get(args.key ?? 0),
      keys.get(args.wrappingKey ?? 0),
      read(args.algorithm, keys),
    ),
  unwrapKey: ({ args, first = EMPTY }, keys) =>
    subtle.unwrapKey(
      args.format as 'raw',
      first,
      keys.get(args.unwrappingKey ?? 0),
      read(args.algorithm, keys),
      read(args.unwrapped, keys),
      args.extractable ?? false,
      (args.usages ?? []) as Usages,
    ),
}

const EMPTY = Buffer.alloc(0)

/** The parameters with their bytes and keys as Node takes them. */
function read(algorithm: Algorithm | undefined, keys: KeyStore): never {
  const parameters: Record<string, unknown> = { ...algorithm }
  for (const name of BYTES) {
    const text = parameters[name]
    if (typeof text === 'string') parameters[name] = new Uint8Array(Buffer.from(text, 'latin1'))
  }
  if (typeof parameters['public'] === 'number')
    parameters['public'] = keys.get(parameters['public'])

  // Each method wants another union of dictionaries; the guest has picked the fitting one.
  return parameters as never
}

const isKey = (value: unknown): value is webcrypto.CryptoKey => types.isCryptoKey(value)

const isPair = (value: unknown): value is webcrypto.CryptoKeyPair =>
  typeof value === 'object' && value !== null && 'publicKey' in value
