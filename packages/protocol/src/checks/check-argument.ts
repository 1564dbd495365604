// Checks of what a caller passes in: each throws a TypeError or RangeError that names the argument,
// what was expected and what came.

/**
 * What a number must keep: at least `from`, or above `moreThan` (0 when neither is given); at most
 * `to` where that is set.
 */
export type NumberBounds = {
  from?: number
  moreThan?: number
  to?: number
  isWhole?: boolean
  orNull?: boolean
}

/** A number within bounds, `null` where that is allowed; a wrong type is a TypeError, a wrong size a RangeError. */
export function checkNumber(value: unknown, name: string, bounds: NumberBounds): void {
  const expected = describeBounds(bounds)
  if (typeof value !== 'number') refuse(TypeError, name, expected, value)
  const isKind = bounds.isWhole === true ? Number.isInteger(value) : !Number.isNaN(value)
  if (!isKind || !isWithin(value, bounds)) refuse(RangeError, name, expected, value)
}

function isWithin(value: number, { from, moreThan = 0, to = Infinity }: NumberBounds): boolean {
  return (from === undefined ? value > moreThan : value >= from) && value <= to
}

function describeBounds({ from, moreThan = 0, to, isWhole, orNull }: NumberBounds): string {
  const kind = isWhole === true ? 'a whole number' : 'a number'
  const least = from === undefined ? `above ${moreThan}` : `of at least ${from}`
  const most = to === undefined ? '' : ` and at most ${to}`

  return `${kind} ${least}${most}${orNull === true ? ' or null' : ''}`
}

/** A boolean, or a TypeError. */
export function checkFlag(value: unknown, name: string): void {
  if (typeof value !== 'boolean') refuse(TypeError, name, 'a boolean', value)
}

/** A string, or a TypeError. */
export function checkText(value: unknown, name: string): void {
  if (typeof value !== 'string') refuse(TypeError, name, 'a string', value)
}

/** An array of strings, or a TypeError. */
export function checkTexts(value: unknown, name: string): void {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    refuse(TypeError, name, 'strings only', value)
  }
}

/** A function, or a TypeError. */
export function checkFunction(value: unknown, name: string): void {
  if (typeof value !== 'function') refuse(TypeError, name, 'a function', value)
}

/** An object that is no array, or a TypeError. */
export function checkRecord(value: unknown, name: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuse(TypeError, name, 'an object', value)
  }
}

/** An array, or a TypeError. */
export function checkList<Item>(value: unknown, name: string): asserts value is Array<Item> {
  if (!Array.isArray(value)) refuse(TypeError, name, 'an array', value)
}

/** One of a few strings, or a TypeError. */
export function checkOneOf(value: unknown, name: string, allowed: Array<string>): void {
  if (typeof value !== 'string' || !allowed.includes(value)) {
    refuse(TypeError, name, `one of ${allowed.map((one) => `"${one}"`).join(', ')}`, value)
  }
}

/** For what needs a check of its own: a TypeError unless `isRight`. */
export function checkArgument(
  isRight: boolean,
  name: string,
  expected: string,
  value: unknown,
): void {
  if (!isRight) refuse(TypeError, name, expected, value)
}

function refuse(
  Fault: TypeErrorConstructor | RangeErrorConstructor,
  name: string,
  expected: string,
  value: unknown,
): never {
  throw new Fault(`The ${name} must be ${expected}, and ${describe(value)} came.`)
}

function describe(value: unknown): string {
  if (typeof value === 'string') return `the string ${JSON.stringify(value.slice(0, 40))}`
  if (typeof value === 'number' || typeof value === 'boolean' || value === null)
    return String(value)
  if (Array.isArray(value)) return 'an array'

  return value === undefined ? 'nothing' : `a value of type ${typeof value}`
}
