// Normalising an algorithm: from what a program wrote to the registered name and plain parameters.

import { need } from '../dom/need.ts'
import { isObject, toDOMString, uncurryThis } from '../dom/webidl.ts'
import { ALGORITHMS, type Operation } from './algorithms.ts'
import type { Member } from './dictionaries.ts'
import { makeException } from './errors.ts'
import { createObject, type JsonObject, type JsonValue } from './json.ts'

/** Web IDL's (object or DOMString), converted but not yet looked into. */
export type Identifier = object | string

type Known = { name: string; members: ReadonlyArray<Member> }

const charCodeAt = uncurryThis(String.prototype.charCodeAt)
const toUpperCase = uncurryThis(String.prototype.toUpperCase)
const { keys } = Object

const known = { __proto__: null } as unknown as Record<string, Known | undefined>
for (const [operation, registered] of Object.entries(ALGORITHMS)) {
  for (const name of keys(registered)) {
    const members = registered[name] as ReadonlyArray<Member>
    known[`${operation} ${name.toUpperCase()}`] = { name, members }
  }
}

export const toIdentifier = (value: unknown): Identifier =>
  isObject(value) ? value : toDOMString(value)

/** Only ASCII letters have cases here: U+017F in upper case is no S. */
const isAscii = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (charCodeAt(text, i) > 0x7f) return false
  return true
}

const readName = (source: object): string => {
  const { name } = source as { name: unknown }
  if (name === undefined) throw new TypeError('The algorithm has no name.')
  return toDOMString(name)
}

const find = (operation: Operation, name: string): Known | undefined =>
  isAscii(name) ? known[`${operation} ${toUpperCase(name)}`] : undefined

const convertMember = (member: Member, value: unknown, algorithm: string): JsonValue => {
  const { convert, name } = member
  if (convert === 'hash') return normalizeAlgorithm('digest', toIdentifier(value))['name'] as string
  return convert(value, `${algorithm}: ${name}`)
}

/**
 * The registered name and the parameters of an algorithm. Throws a NotSupportedError for one that the
 * operation does not know, a TypeError for a missing or unfit parameter.
 */
export const normalizeAlgorithm = (operation: Operation, identifier: Identifier): JsonObject => {
  const isNamed = typeof identifier === 'string'
  const given = isNamed ? identifier : readName(identifier)
  const algorithm = find(operation, given)
  if (algorithm === undefined) {
    throw makeException('NotSupportedError', `The algorithm "${given}" is not known here.`)
  }
  const { members, name } = algorithm
  const normalized = createObject()
  normalized['name'] = name
  const source = (isNamed ? createObject() : identifier) as Record<string, unknown>
  for (let i = 0; i < members.length; i++) {
    const member = members[i] as Member
    const value = source[member.name]
    if (value !== undefined) normalized[member.name] = convertMember(member, value, name)
    else if (member.required) throw new TypeError(`${name}: ${member.name} is missing.`)
  }
  return normalized
}

/** Tries two operations in turn, as wrapping does: an algorithm of its own first, else a cipher. */
export const normalizeEither = (
  first: Operation,
  second: Operation,
  identifier: Identifier,
): JsonObject => {
  const { isDOMException } = need('dom')
  try {
    return normalizeAlgorithm(first, identifier)
  } catch (error) {
    if (!isDOMException(error)) throw error
    return normalizeAlgorithm(second, identifier)
  }
}
