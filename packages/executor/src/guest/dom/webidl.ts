// Web IDL's conversions, as far as the web globals need them. Bundled into every group that uses it.

/** Turns a method into a function of its receiver that a later change of the prototype cannot reach. */
export const uncurryThis: <T, A extends Array<unknown>, R>(
  method: (this: T, ...args: A) => R,
) => (self: T, ...args: A) => R = Function.prototype.bind.bind(Function.prototype.call) as never

const toWellFormed = uncurryThis(String.prototype.toWellFormed)
const charCodeAt = uncurryThis(String.prototype.charCodeAt)
const concat = uncurryThis(String.prototype.concat as (this: string, other: unknown) => string)

export const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Throws a TypeError unless at least `needed` arguments were given. */
export const requireArguments = (given: number, needed: number, context: string): void => {
  if (given >= needed) return
  const noun = needed === 1 ? 'argument' : 'arguments'
  throw new TypeError(`${context}: ${needed} ${noun} required, but only ${given} given.`)
}

/** Runs the value's own hooks; throws a TypeError for a symbol. */
export const toDOMString = (value: unknown): string => concat('', value)

export const toUSVString = (value: unknown): string => toWellFormed(toDOMString(value))

/** Throws a TypeError for a string with a code unit above 255. */
export const toByteString = (value: unknown, context: string): string => {
  const text = toDOMString(value)
  for (let i = 0; i < text.length; i++) {
    if (charCodeAt(text, i) > 255) {
      throw new TypeError(`${context}: the character at index ${i} does not fit one byte.`)
    }
  }
  return text
}

/** A dictionary argument: `undefined` and `null` are the empty one, other primitives a TypeError. */
export const toDictionary = (value: unknown, context: string): Record<string, unknown> => {
  if (value === undefined || value === null) return { __proto__: null }
  if (!isObject(value)) throw new TypeError(`${context}: the options are not an object.`)
  return value as Record<string, unknown>
}

/** Throws a TypeError for a value outside the enumeration. */
export const toEnum = <T extends string>(
  value: unknown,
  allowed: ReadonlyArray<T>,
  context: string,
): T => {
  const text = toDOMString(value)
  for (let i = 0; i < allowed.length; i++) if (allowed[i] === text) return text as T
  throw new TypeError(`${context}: "${text}" is not one of its values.`)
}

/** An integer converted with [EnforceRange] to 0..2^53-1. */
export const toEnforcedInteger = (value: unknown, context: string): number => {
  const number = Math.trunc(Number(value))
  if (!(number >= 0 && number <= Number.MAX_SAFE_INTEGER)) {
    throw new TypeError(`${context}: the value is outside the range of an unsigned integer.`)
  }
  return number
}

/**
 * The values of a sequence argument, read by the iterator protocol into a plain array. Each value is
 * converted before the next one is asked for.
 */
export const toSequence = (
  value: unknown,
  context: string,
  convert: (item: unknown) => unknown = (item) => item,
): Array<unknown> => {
  const method = isObject(value) ? (value as Iterable<unknown>)[Symbol.iterator] : undefined
  if (typeof method !== 'function') throw new TypeError(`${context}: the value is not iterable.`)
  const iterator = Reflect.apply(method, value, [])
  const next = iterator.next
  const values: Array<unknown> = []
  for (;;) {
    const step: unknown = Reflect.apply(next, iterator, [])
    if (!isObject(step)) throw new TypeError(`${context}: the iterator answered no object.`)
    if ((step as IteratorResult<unknown>).done) return values
    values.push(convert((step as IteratorResult<unknown>).value))
  }
}

/** The interface name that an object shows; only a hint which brand is worth checking. */
export const tagOf = (value: object): unknown =>
  (value as Record<symbol, unknown>)[Symbol.toStringTag]
