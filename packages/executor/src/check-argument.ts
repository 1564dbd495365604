// Checks of what a caller passes in: each throws a TypeError or RangeError that names the argument,
// what was expected and what came.

type NumberBounds = { from?: number; moreThan?: number; isWhole?: boolean; orNull?: boolean }

export function checkNumber(value: unknown, name: string, bounds: NumberBounds): void {
  const kind = bounds.isWhole === true ? 'a whole number' : 'a number'
  const least =
    bounds.from === undefined ? `above ${bounds.moreThan ?? 0}` : `of at least ${bounds.from}`
  const expected = `${kind} ${least}${bounds.orNull === true ? ' or null' : ''}`
  if (typeof value !== 'number') refuse(TypeError, name, expected, value)
  const isKind = bounds.isWhole === true ? Number.isInteger(value) : !Number.isNaN(value)
  const isWithin = bounds.from === undefined ? value > (bounds.moreThan ?? 0) : value >= bounds.from
  if (!isKind || !isWithin) refuse(RangeError, name, expected, value)
}

export function checkFlag(value: unknown, name: string): void {
  if (typeof value !== 'boolean') refuse(TypeError, name, 'a boolean', value)
}

export function checkText(value: unknown, name: string): void {
  if (typeof value !== 'string') refuse(TypeError, name, 'a string', value)
}

export function checkTexts(value: unknown, name: string): void {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    refuse(TypeError, name, 'strings only', value)
  }
}

export function checkFunction(value: unknown, name: string): void {
  if (typeof value !== 'function') refuse(TypeError, name, 'a function', value)
}

export function checkRecord(value: unknown, name: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuse(TypeError, name, 'an object', value)
  }
}

export function checkList<Item>(value: unknown, name: string): asserts value is Array<Item> {
  if (!Array.isArray(value)) refuse(TypeError, name, 'an array', value)
}

export function checkOneOf(value: unknown, name: string, allowed: Array<string>): void {
  if (typeof value !== 'string' || !allowed.includes(value)) {
    refuse(TypeError, name, `one of ${allowed.map((one) => `"${one}"`).join(', ')}`, value)
  }
}

/** For what needs a check of its own. */
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
