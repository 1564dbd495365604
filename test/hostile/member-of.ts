// Reading what a guest returned, whatever it turned out to be.

/** The own or inherited member of an object; `undefined` of anything else. */
export function memberOf(value: unknown, key: PropertyKey): unknown {
  return isObject(value) ? value[key] : undefined
}

export function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null
}
