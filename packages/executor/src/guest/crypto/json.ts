// Objects that become JSON for the child. They have no prototype, so that no `toJSON` and no getter
// which a program left on a built-in prototype is asked.

const { keys, setPrototypeOf } = Object

export type JsonObject = { [name: string]: JsonValue | undefined }

export type JsonValue = string | number | boolean | null | JsonObject | Array<JsonValue>

export const createObject = (): JsonObject => ({ __proto__: null })

/** Makes an array bare. It is good for JSON and for index access only. */
export const bare = (values: Array<unknown>): Array<JsonValue> =>
  setPrototypeOf(values, null) as Array<JsonValue>

/** The own members of all parts in one new object; later ones win. */
export const merge = (parts: ReadonlyArray<JsonObject>): JsonObject => {
  const whole = createObject()
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as JsonObject
    const names = keys(part)
    for (let j = 0; j < names.length; j++) whole[names[j] as string] = part[names[j] as string]
  }
  return whole
}
