// JsonWebKey, read member by member as the dictionary that it is.

import { toDictionary, toDOMString, toSequence } from '../dom/webidl.ts'
import { bare, createObject, type JsonObject } from './json.ts'

type Convert = (value: unknown, context: string) => unknown

const toTexts: Convert = (value, context) => bare(toSequence(value, context, toDOMString))

const toPrimes: Convert = (value, context) =>
  bare(toSequence(value, context, (item) => readMembers(item, PRIME_MEMBERS, context)))

const PRIME_MEMBERS: ReadonlyArray<[string, Convert]> = [
  ['d', toDOMString],
  ['r', toDOMString],
  ['t', toDOMString],
]

const MEMBERS: ReadonlyArray<[string, Convert]> = [
  ['alg', toDOMString],
  ['crv', toDOMString],
  ['d', toDOMString],
  ['dp', toDOMString],
  ['dq', toDOMString],
  ['e', toDOMString],
  ['ext', Boolean],
  ['k', toDOMString],
  ['key_ops', toTexts],
  ['kty', toDOMString],
  ['n', toDOMString],
  ['oth', toPrimes],
  ['p', toDOMString],
  ['q', toDOMString],
  ['qi', toDOMString],
  ['use', toDOMString],
  ['x', toDOMString],
  ['y', toDOMString],
]

const readMembers = (
  value: unknown,
  members: ReadonlyArray<[string, Convert]>,
  context: string,
): JsonObject => {
  const source = toDictionary(value, context)
  const read = createObject()
  for (let i = 0; i < members.length; i++) {
    const member = members[i] as [string, Convert]
    const name = member[0]
    const given = source[name]
    if (given !== undefined) read[name] = member[1](given, `${context}: ${name}`) as never
  }
  return read
}

/** Throws a TypeError for a value that is no object, or has a member that does not convert. */
export const toJwk = (value: unknown, context: string): JsonObject =>
  readMembers(value, MEMBERS, context)
