// What cannot cross, and where in the value it stands, in words for whoever has to change it.

import {
  charCodeAt,
  functionToString,
  hasOwn,
  isArray,
  objectToString,
  ownDescriptor,
  stringSlice,
  stringStartsWith,
  toText,
} from './intrinsics.ts'

/** The value that cannot cross (`what`) and the way to it (`path`, empty for the value itself). */
export type Refusal = { what: string; path: string }

const NAME_BOUND = 64
const PATH_BOUND = 200

const shorten = (text: string, bound: number): string =>
  text.length > bound ? `${stringSlice(text, 0, bound - 1)}…` : text

const isWordUnit = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || unit === 0x5f || unit === 0x24

const isDigitUnit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39

const isIdentifierLike = (key: string): boolean => {
  if (key === '' || key.length > NAME_BOUND || isDigitUnit(charCodeAt(key, 0))) return false
  for (let index = 0; index < key.length; index += 1) {
    const unit = charCodeAt(key, index)
    if (!isWordUnit(unit) && !isDigitUnit(unit)) return false
  }

  return true
}

/** How a member reads behind the value that has it. */
export function memberLabel(key: string): string {
  return isIdentifierLike(key) ? `.${key}` : `["${shorten(key, NAME_BOUND)}"]`
}

/** How an element reads behind the array that has it. */
export function elementLabel(index: number): string {
  return `[${toText(index)}]`
}

/** Puts a step in front of the way behind it. Past its bound the near end is kept. */
export function prependStep(label: string, path: string): string {
  return path.length > PATH_BOUND ? path : `${label}${path}`
}

/** Names a value by its kind, such as `a function "load"` or `a Promise`. Never throws. */
export function nameKind(value: unknown): string {
  if (value === undefined) return 'undefined'
  if (typeof value === 'symbol') return 'a symbol'
  if (typeof value === 'bigint') return 'a BigInt'
  if (typeof value === 'number') return value === 0 ? '-0' : toText(value)
  if (typeof value === 'function') return nameFunction(value)
  try {
    return isArray(value) ? 'an array with holes or extra properties' : nameObject(value)
  } catch {
    return 'an object that cannot be read'
  }
}

function nameFunction(value: object): string {
  try {
    const kind = stringStartsWith(functionToString(value), 'class') ? 'a class' : 'a function'
    const name: unknown = ownDescriptor(value, 'name')?.value

    return typeof name === 'string' && name !== '' ? `${kind} "${shorten(name, NAME_BOUND)}"` : kind
  } catch {
    return 'a function'
  }
}

function nameObject(value: unknown): string {
  const classString = objectToString(value)
  const name = stringSlice(classString, 8, classString.length - 1)
  if (name !== 'Object') return `a value of the class ${shorten(name, NAME_BOUND)}`
  const constructor = constructorName(value as object)

  return constructor === undefined
    ? 'an object that is not plain'
    : `an instance of ${shorten(constructor, NAME_BOUND)}`
}

function constructorName(value: object): string | undefined {
  const { constructor } = value as { constructor?: unknown }
  if (typeof constructor !== 'function' || hasOwn(value, 'constructor')) return undefined
  const name: unknown = ownDescriptor(constructor, 'name')?.value

  return typeof name === 'string' && name !== '' && name !== 'Object' ? name : undefined
}

/** The refusal as words: what it is, and where. `root` names the whole value. */
export function describeRefusal({ what, path }: Refusal, root: string): string {
  return `${root}${path} is ${what}`
}
