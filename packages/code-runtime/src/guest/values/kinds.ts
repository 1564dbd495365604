// The kinds of objects that a structured clone carries, told by what they are inside where it matters.

import {
  arrayBufferByteLength,
  dateGetTime,
  errorPrototype,
  getPrototypeOf,
  isArray,
  isError,
  isGlobal,
  isPrototypeOf,
  isView,
  mapSize,
  objectPrototype,
  objectToString,
  ownDescriptor,
  setSize,
  stringSlice,
  symbolToStringTag,
  unboxBigInt,
  unboxBoolean,
  unboxNumber,
  unboxString,
} from './intrinsics.ts'

export type Kind =
  | 'array'
  | 'object'
  | 'map'
  | 'set'
  | 'date'
  | 'regExp'
  | 'error'
  | 'boxed'
  | 'buffer'
  | 'view'

// A prototype chain through proxies can be without end.
const CHAIN_LIMIT = 32

/** A kind that the language tells only by a method that throws for everything else. */
type Brand = { kind: Kind; classString: string; read: (value: unknown) => unknown }

const brand = (kind: Kind, classString: string, read: (value: unknown) => unknown): Brand => ({
  kind,
  classString,
  read,
})

const BRANDS: ReadonlyArray<Brand> = [
  brand('map', 'Map', mapSize),
  brand('set', 'Set', setSize),
  brand('date', 'Date', dateGetTime),
  brand('regExp', 'RegExp', isGlobal),
  brand('buffer', 'ArrayBuffer', arrayBufferByteLength),
  brand('boxed', 'String', unboxString),
  brand('boxed', 'Number', unboxNumber),
  brand('boxed', 'Boolean', unboxBoolean),
  brand('boxed', 'BigInt', unboxBigInt),
]

const hasBrand = ({ read }: Brand, value: object): boolean => {
  try {
    read(value)
    return true
  } catch {
    // Throwing is how the method says that the value is of another kind.
    return false
  }
}

/**
 * The kind of an object; undefined for one that no structured clone carries. Runs the hooks of a proxy
 * and of a class string, and throws what they throw.
 */
export function kindOf(value: object): Kind | undefined {
  if (isArray(value)) return 'array'
  const prototype = getPrototypeOf(value)
  // Nearly everything is a plain object; one that hides something else is taken as it shows itself.
  if (prototype === objectPrototype || prototype === null) return 'object'
  if (isView(value)) return 'view'
  const text = objectToString(value)
  const classString = stringSlice(text, 8, text.length - 1)
  if (classString === 'Object') return isError(value) ? 'error' : 'object'

  return brandOf(value, classString) ?? otherKind(value)
}

/** The class string can be set by a program, so it only says which brand to look for first. */
function brandOf(value: object, classString: string): Kind | undefined {
  for (let index = 0; index < BRANDS.length; index += 1) {
    const candidate = BRANDS[index]
    if (candidate?.classString === classString && hasBrand(candidate, value)) return candidate.kind
  }
  for (let index = 0; index < BRANDS.length; index += 1) {
    const candidate = BRANDS[index]
    if (candidate !== undefined && hasBrand(candidate, value)) return candidate.kind
  }

  return undefined
}

function otherKind(value: object): Kind | undefined {
  if (isError(value) || isPrototypeOf(errorPrototype, value)) return 'error'

  return isBuiltIn(value) ? undefined : 'object'
}

/**
 * Whether a value is of a class of the platform, such as `Promise` or `URL`: those inherit a fixed
 * class string. A class of a program that has one has it from a getter.
 */
function isBuiltIn(value: object): boolean {
  let owner = getPrototypeOf(value)
  for (let steps = 0; owner !== null && steps < CHAIN_LIMIT; steps += 1) {
    const descriptor = ownDescriptor(owner, symbolToStringTag)
    if (descriptor !== undefined) return descriptor.writable === false
    owner = getPrototypeOf(owner)
  }

  return false
}
