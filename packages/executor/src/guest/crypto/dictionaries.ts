// The parameter dictionaries of the standard: their members in the order in which Web IDL reads them.

import { toDOMString } from '../dom/webidl.ts'
import { toKeyId } from './crypto-key.ts'
import type { JsonValue } from './json.ts'
import { toBigInteger, toByteText, toBytes } from './sources.ts'

/** Turns a member's value into what crosses; throws a TypeError for what does not convert. */
type Convert = (value: unknown, context: string) => JsonValue

/** `hash` is filled in by the normalisation, which converts it as an algorithm of its own. */
export type Member = { name: string; required: boolean; convert: Convert | 'hash' }

const { trunc } = Math

/** An integer converted with [EnforceRange]. */
const toInteger =
  (max: number): ((value: unknown, context: string) => number) =>
  (value, context) => {
    const number = trunc(value as number)
    if (number >= 0 && number <= max) return number + 0
    throw new TypeError(`${context}: the value is outside the range of 0 to ${max}.`)
  }

const toUnsignedLong = toInteger(0xffffffff)

const bytes: Convert = (value, context) => toByteText(toBytes(value, context))
const bigInteger: Convert = (value, context) => toByteText(toBigInteger(value, context))

const required = (name: string, convert: Member['convert']): Member => ({
  name,
  required: true,
  convert,
})
const optional = (name: string, convert: Convert): Member => ({ name, required: false, convert })

const HASH = required('hash', 'hash')
const NAMED_CURVE = required('namedCurve', toDOMString)
const HASH_AND_LENGTH = [HASH, optional('length', toUnsignedLong)]

export const NO_MEMBERS: ReadonlyArray<Member> = []
export const AES_CBC_PARAMS: ReadonlyArray<Member> = [required('iv', bytes)]
export const AES_CTR_PARAMS: ReadonlyArray<Member> = [
  required('counter', bytes),
  required('length', toInteger(0xff)),
]
export const AES_GCM_PARAMS: ReadonlyArray<Member> = [
  optional('additionalData', bytes),
  required('iv', bytes),
  optional('tagLength', toInteger(0xff)),
]
export const AES_KEY_PARAMS: ReadonlyArray<Member> = [required('length', toInteger(0xffff))]
export const EC_KEY_PARAMS: ReadonlyArray<Member> = [NAMED_CURVE]
export const ECDH_DERIVE_PARAMS: ReadonlyArray<Member> = [required('public', toKeyId)]
export const ECDSA_PARAMS: ReadonlyArray<Member> = [HASH]
export const HKDF_PARAMS: ReadonlyArray<Member> = [
  HASH,
  required('info', bytes),
  required('salt', bytes),
]
export const HMAC_KEY_PARAMS: ReadonlyArray<Member> = HASH_AND_LENGTH
export const PBKDF2_PARAMS: ReadonlyArray<Member> = [
  HASH,
  required('iterations', toUnsignedLong),
  required('salt', bytes),
]
export const RSA_IMPORT_PARAMS: ReadonlyArray<Member> = [HASH]
export const RSA_KEY_PARAMS: ReadonlyArray<Member> = [
  required('modulusLength', toUnsignedLong),
  required('publicExponent', bigInteger),
  HASH,
]
export const RSA_OAEP_PARAMS: ReadonlyArray<Member> = [optional('label', bytes)]
export const RSA_PSS_PARAMS: ReadonlyArray<Member> = [required('saltLength', toUnsignedLong)]
