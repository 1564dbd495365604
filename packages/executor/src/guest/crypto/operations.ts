// What each method of SubtleCrypto asks of the child: its arguments converted as Web IDL says, its
// algorithm normalised. What depends on the key (usages, lengths) is checked where the key is.

import { toEnum, toSequence } from '../dom/webidl.ts'
import type { Operation } from './algorithms.ts'
import { createKey, toKeyId, type CryptoKey, type KeyDescription } from './crypto-key.ts'
import { perform, type Answer } from './jobs.ts'
import { bare, merge, type JsonObject } from './json.ts'
import { toJwk } from './jwk.ts'
import { normalizeAlgorithm, normalizeEither, toIdentifier } from './normalize.ts'
import { isBufferSource, toBytes } from './sources.ts'

export type CryptoKeyPair = { publicKey: CryptoKey; privateKey: CryptoKey }

type DescribedKey = { key: KeyDescription }
type DescribedPair = { publicKey: KeyDescription; privateKey: KeyDescription }
type Described = DescribedKey | DescribedPair

/** What makes a key, as the program gave it. */
export type Wanted = { algorithm: unknown; extractable: unknown; usages: unknown }

const FORMATS = ['raw', 'spki', 'pkcs8', 'jwk'] as const
const USAGES = [
  'encrypt',
  'decrypt',
  'sign',
  'verify',
  'deriveKey',
  'deriveBits',
  'wrapKey',
  'unwrapKey',
] as const

const { hasOwn } = Object

type Format = (typeof FORMATS)[number]

const toFormat = (value: unknown, context: string): Format => toEnum(value, FORMATS, context)

const toUsages = (value: unknown, context: string): JsonObject[string] =>
  bare(toSequence(value, context, (usage) => toEnum(usage, USAGES, context)))

const object = (members: JsonObject): JsonObject => merge([members])

const bytesOf = (answer: Answer): ArrayBuffer => answer.bytes as ArrayBuffer

const keyOf = (answer: Answer): CryptoKey => createKey((answer.value as DescribedKey).key)

export const digest = async (algorithm: unknown, source: unknown): Promise<ArrayBuffer> => {
  const identifier = toIdentifier(algorithm)
  const bytes = toBytes(source, 'SubtleCrypto.digest')
  return bytesOf(
    await perform('digest', object({ algorithm: normalizeAlgorithm('digest', identifier) }), bytes),
  )
}

/** encrypt, decrypt, sign and verify: one key, one or two pieces of bytes. */
export const transform = async (
  method: 'encrypt' | 'decrypt' | 'sign' | 'verify',
  operation: Operation,
  parts: { algorithm: unknown; key: unknown; sources: Array<unknown> },
): Promise<Answer> => {
  const context = `SubtleCrypto.${method}`
  const identifier = toIdentifier(parts.algorithm)
  const key = toKeyId(parts.key, context)
  const first = toBytes(parts.sources[0], context)
  const second = parts.sources.length > 1 ? toBytes(parts.sources[1], context) : undefined
  const algorithm = normalizeAlgorithm(operation, identifier)
  return perform(method, object({ algorithm, key }), first, second)
}

export const generateKey = async (wanted: Wanted): Promise<CryptoKey | CryptoKeyPair> => {
  const identifier = toIdentifier(wanted.algorithm)
  const extractable = Boolean(wanted.extractable)
  const usages = toUsages(wanted.usages, 'SubtleCrypto.generateKey')
  const algorithm = normalizeAlgorithm('generateKey', identifier)
  const answer = await perform('generateKey', object({ algorithm, extractable, usages }))
  if (hasOwn(answer.value as Described, 'key')) return keyOf(answer)
  const pair = answer.value as DescribedPair
  return { publicKey: createKey(pair.publicKey), privateKey: createKey(pair.privateKey) }
}

export const deriveBits = async (
  algorithm: unknown,
  baseKey: unknown,
  length: unknown,
): Promise<ArrayBuffer> => {
  const identifier = toIdentifier(algorithm)
  const key = toKeyId(baseKey, 'SubtleCrypto.deriveBits')
  const bits = length === undefined || length === null ? null : (length as number) >>> 0
  const args = object({
    algorithm: normalizeAlgorithm('deriveBits', identifier),
    key,
    length: bits,
  })
  return bytesOf(await perform('deriveBits', args))
}

export const deriveKey = async (
  algorithm: unknown,
  baseKey: unknown,
  wanted: Wanted,
): Promise<CryptoKey> => {
  const context = 'SubtleCrypto.deriveKey'
  const identifier = toIdentifier(algorithm)
  const key = toKeyId(baseKey, context)
  const derivedIdentifier = toIdentifier(wanted.algorithm)
  const extractable = Boolean(wanted.extractable)
  const usages = toUsages(wanted.usages, context)
  const normalized = normalizeAlgorithm('deriveBits', identifier)
  const derived = merge([
    normalizeAlgorithm('importKey', derivedIdentifier),
    normalizeAlgorithm('getKeyLength', derivedIdentifier),
  ])
  const args = object({ algorithm: normalized, key, derived, extractable, usages })
  return keyOf(await perform('deriveKey', args))
}

export const importKey = async (
  keyFormat: unknown,
  material: unknown,
  wanted: Wanted,
): Promise<CryptoKey> => {
  const context = 'SubtleCrypto.importKey'
  const format = toFormat(keyFormat, context)
  const isBytes = isBufferSource(material)
  const bytes = isBytes ? toBytes(material, context) : undefined
  const jwk = isBytes ? undefined : toJwk(material, context)
  const identifier = toIdentifier(wanted.algorithm)
  const extractable = Boolean(wanted.extractable)
  const usages = toUsages(wanted.usages, context)
  const algorithm = normalizeAlgorithm('importKey', identifier)
  if ((format === 'jwk') === isBytes) {
    throw new TypeError(`${context}: the key is not in the format "${format}".`)
  }
  const args = object({ format, algorithm, jwk, extractable, usages })
  return keyOf(await perform('importKey', args, bytes))
}

export const exportKey = async (keyFormat: unknown, cryptoKey: unknown): Promise<unknown> => {
  const context = 'SubtleCrypto.exportKey'
  const format = toFormat(keyFormat, context)
  const key = toKeyId(cryptoKey, context)
  const answer = await perform('exportKey', object({ format, key }))
  return answer.bytes ?? (answer.value as { jwk: object }).jwk
}

export const wrapKey = async (
  keyFormat: unknown,
  cryptoKey: unknown,
  wrapper: { key: unknown; algorithm: unknown },
): Promise<ArrayBuffer> => {
  const context = 'SubtleCrypto.wrapKey'
  const format = toFormat(keyFormat, context)
  const key = toKeyId(cryptoKey, context)
  const wrappingKey = toKeyId(wrapper.key, context)
  const algorithm = normalizeEither('wrapKey', 'encrypt', toIdentifier(wrapper.algorithm))
  return bytesOf(await perform('wrapKey', object({ format, key, wrappingKey, algorithm })))
}

export const unwrapKey = async (
  keyFormat: unknown,
  wrapped: unknown,
  wrapper: { key: unknown; algorithm: unknown },
  wanted: Wanted,
): Promise<CryptoKey> => {
  const context = 'SubtleCrypto.unwrapKey'
  const format = toFormat(keyFormat, context)
  const bytes = toBytes(wrapped, context)
  const unwrappingKey = toKeyId(wrapper.key, context)
  const identifier = toIdentifier(wrapper.algorithm)
  const wantedIdentifier = toIdentifier(wanted.algorithm)
  const extractable = Boolean(wanted.extractable)
  const usages = toUsages(wanted.usages, context)
  const algorithm = normalizeEither('wrapKey', 'encrypt', identifier)
  const unwrapped = normalizeAlgorithm('importKey', wantedIdentifier)
  const args = object({ format, unwrappingKey, algorithm, unwrapped, extractable, usages })
  return keyOf(await perform('unwrapKey', args, bytes))
}
