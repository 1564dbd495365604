// A value as text for a reader, where the value itself cannot cross. Bounded in depth, members and length;
// never throws, and calls no `toJSON`, `toString` or inspection hook.

import {
  bigIntToString,
  dateGetTime,
  dateToISOString,
  isArray,
  jsonStringify,
  keysOf,
  mapForEach,
  mapSize,
  ownDescriptor,
  reflectGet,
  regExpFlags,
  regExpSource,
  setForEach,
  setSize,
  stringSlice,
  symbolToString,
  toText,
} from './intrinsics.ts'
import { kindOf, type Kind } from './kinds.ts'
import { nameKind } from './refusal.ts'

const DEPTH_LIMIT = 4
const MEMBER_LIMIT = 100
const TEXT_LIMIT = 10_000

type Rendering = { text: string; limit: number; depth: number; enclosing: Enclosing | undefined }
type Enclosing = { object: object; outer: Enclosing | undefined }

/** The text of a value, of at most about `limit` UTF-16 units. */
export function renderText(value: unknown, limit: number): string {
  if (typeof value === 'string') return stringSlice(value, 0, limit)
  const rendering: Rendering = { text: '', limit, depth: 0, enclosing: undefined }
  try {
    visit(rendering, value)
  } catch {
    // No stack is left to look at the value with.
    rendering.text += '[cannot be shown]'
  }

  return stringSlice(rendering.text, 0, limit)
}

function visit(rendering: Rendering, value: unknown): void {
  if (rendering.text.length > rendering.limit) return
  if (typeof value !== 'object' || value === null) {
    rendering.text += primitiveText(value)
    return
  }
  if (encloses(rendering.enclosing, value)) {
    rendering.text += '[Circular]'
    return
  }
  rendering.enclosing = { object: value, outer: rendering.enclosing }
  rendering.depth += 1
  try {
    visitObject(rendering, value)
  } catch {
    rendering.text += '[Throws]'
  }
  rendering.depth -= 1
  rendering.enclosing = rendering.enclosing?.outer
}

function encloses(enclosing: Enclosing | undefined, value: object): boolean {
  for (let at = enclosing; at !== undefined; at = at.outer) {
    if (at.object === value) return true
  }

  return false
}

function primitiveText(value: unknown): string {
  if (typeof value === 'string') return jsonStringify(stringSlice(value, 0, TEXT_LIMIT))
  if (typeof value === 'bigint') return `${bigIntToString(value, 10)}n`
  if (typeof value === 'symbol') return symbolToString(value)
  if (typeof value === 'function') return `[${nameKind(value)}]`

  return value === 0 && 1 / value < 0 ? '-0' : toText(value)
}

/** How each kind is shown that holds nothing to visit. */
const TEXTS: Partial<Record<Kind, (value: object) => string>> = {
  date: dateText,
  regExp: (value) => `/${regExpSource(value)}/${regExpFlags(value)}`,
  error: errorText,
  boxed: (value) => `[${nameKind(value)}]`,
  buffer: (value) => `[${nameKind(value)}]`,
}

function visitObject(rendering: Rendering, value: object): void {
  const kind = kindOf(value)
  const textOf = kind === undefined ? undefined : TEXTS[kind]
  if (kind === undefined) rendering.text += `[${nameKind(value)}]`
  else if (textOf !== undefined) rendering.text += textOf(value)
  else if (rendering.depth > DEPTH_LIMIT) rendering.text += isArray(value) ? '[…]' : '{…}'
  else if (kind === 'map') visitMap(rendering, value)
  else if (kind === 'set') visitSet(rendering, value)
  else if (kind === 'array' || kind === 'view') visitElements(rendering, value as Array<unknown>)
  else visitMembers(rendering, value)
}

function dateText(value: object): string {
  const time = dateGetTime(value)

  return time - time === 0 ? dateToISOString(value) : 'Invalid Date'
}

/** The name and the message of an error as one line. Runs its getters and throws what they throw. */
function errorText(error: object): string {
  const name: unknown = reflectGet(error, 'name')
  const message: unknown = reflectGet(error, 'message')
  const head = typeof name === 'string' && name !== '' ? name : 'Error'

  return typeof message === 'string' && message !== '' ? `${head}: ${message}` : head
}

/** Writes what stands before a member; false once no further one is shown. */
function separate(rendering: Rendering, index: number, total: number): boolean {
  if (index >= MEMBER_LIMIT) {
    if (index === MEMBER_LIMIT) rendering.text += `, … ${toText(total - index)} more`
    return false
  }
  if (index > 0) rendering.text += ', '

  return true
}

function visitElements(rendering: Rendering, array: ArrayLike<unknown>): void {
  rendering.text += '['
  for (
    let index = 0;
    index < array.length && separate(rendering, index, array.length);
    index += 1
  ) {
    visit(rendering, array[index])
  }
  rendering.text += ']'
}

function visitMap(rendering: Rendering, map: object): void {
  let index = 0
  rendering.text += 'Map {'
  mapForEach(map, (value, key) => {
    if (separate(rendering, index, mapSize(map))) {
      visit(rendering, key)
      rendering.text += ' => '
      visit(rendering, value)
    }
    index += 1
  })
  rendering.text += '}'
}

function visitSet(rendering: Rendering, set: object): void {
  let index = 0
  rendering.text += 'Set {'
  setForEach(set, (value) => {
    if (separate(rendering, index, setSize(set))) visit(rendering, value)
    index += 1
  })
  rendering.text += '}'
}

function visitMembers(rendering: Rendering, value: object): void {
  const keys = keysOf(value)
  rendering.text += '{'
  for (let index = 0; index < keys.length && separate(rendering, index, keys.length); index += 1) {
    const key = keys[index] ?? ''
    rendering.text += `${jsonStringify(stringSlice(key, 0, TEXT_LIMIT))}: `
    visitMember(rendering, value, key)
  }
  rendering.text += '}'
}

function visitMember(rendering: Rendering, holder: object, key: string): void {
  const descriptor = ownDescriptor(holder, key)
  if (descriptor?.get === undefined) visit(rendering, descriptor?.value)
  else rendering.text += '[Getter]'
}
