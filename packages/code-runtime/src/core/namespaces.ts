// The bindings of one request as a run uses them: read once, so that nothing a caller changes later counts.

import type { NamespaceSettings } from '../guest/settings.ts'

/** A host function behind a member. */
type BindingFunction = (args: unknown) => unknown

export type Namespace = {
  global: string
  functions: Array<{ name: string; call: BindingFunction }>
  errorClass?: { name: string; memberNameProperty: string }
}

/** A member of the flat list by which the guest half calls. */
export type Member = { global: string; name: string; call: BindingFunction }

/** All members, in the order of their numbers. */
export function membersOf(namespaces: Array<Namespace>): Array<Member> {
  return namespaces.flatMap(({ global, functions }) =>
    functions.map(({ name, call }) => ({ global, name, call })),
  )
}

/** What the guest half is told of the namespaces. */
export function namespaceSettings(namespaces: Array<Namespace>): Array<NamespaceSettings> {
  let firstIndex = 0

  return namespaces.map(({ global, functions, errorClass }) => {
    const settings = {
      global,
      firstIndex,
      names: functions.map(({ name }) => name),
      ...(errorClass !== undefined && { errorClass }),
    }
    firstIndex += functions.length

    return settings
  })
}

/** The names that a program's scope gets, in the order in which the guest half gives their values. */
export function scopeNames(namespaces: Array<Namespace>): Array<string> {
  const classes = namespaces.flatMap(({ errorClass }) => errorClass?.name ?? [])

  return [...namespaces.map(({ global }) => global), ...classes]
}

/**
 * The own enumerable functions of a namespace. Throws TypeError, under `field`, for a member that is none.
 */
export function readFunctions(functions: object, field: string): Namespace['functions'] {
  return Object.entries(functions).map(([name, call]: [string, unknown]) => {
    const member = `${field} member ${JSON.stringify(name)}`
    if (!isFunction(call)) throw new TypeError(`The ${member} must be a function.`)

    return { name, call }
  })
}

function isFunction(value: unknown): value is BindingFunction {
  return typeof value === 'function'
}
