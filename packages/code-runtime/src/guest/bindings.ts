// The namespaces that a program sees: objects without a prototype whose members call the host.

import { dispatch } from './entry-scope.ts'
import { makeErrorClass, type CallError } from './error-class.ts'
import { whenSettled } from './promises.ts'
import type { GuestSettings, NamespaceSettings } from './settings.ts'
import type { Transit } from './transit.ts'
import {
  appendTo,
  create,
  defineFixed,
  hasOwn,
  jsonParse,
  NativeError,
  NativePromise,
  reflectGet,
  toText,
} from './values/intrinsics.ts'
import { thrownText } from './thrown.ts'

/** A name of the program's scope and what stands behind it. */
export type ScopeEntry = { name: string; value: unknown }

type Member = {
  global: string
  name: string
  index: number
  transit: Transit
  /** Makes what a failed call rejects with; `reason` is what crossed, where something did. */
  failWith: (message: string, reason?: { value: unknown }) => unknown
}

/** The namespaces, in their order, then their error classes. */
export function makeScope(settings: GuestSettings, transit: Transit): Array<ScopeEntry> {
  const namespaces: Array<ScopeEntry> = []
  const classes: Array<ScopeEntry> = []
  for (let index = 0; index < settings.namespaces.length; index += 1) {
    const namespace = settings.namespaces[index]
    if (namespace === undefined) continue
    const { errorClass } = namespace
    const ErrorClass = errorClass && makeErrorClass(errorClass)
    if (errorClass !== undefined) appendTo(classes, { name: errorClass.name, value: ErrorClass })
    const value = makeNamespace(namespace, transit, ErrorClass)
    appendTo(namespaces, { name: namespace.global, value })
  }
  for (let index = 0; index < classes.length; index += 1) {
    const entry = classes[index]
    if (entry !== undefined) appendTo(namespaces, entry)
  }

  return namespaces
}

function makeNamespace(
  { global, firstIndex, names }: NamespaceSettings,
  transit: Transit,
  ErrorClass: CallError | undefined,
): object {
  const namespace = create(null)
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? ''
    const failWith: Member['failWith'] =
      ErrorClass === undefined
        ? (message, reason) => (reason === undefined ? new NativeError(message) : reason.value)
        : (message) => new ErrorClass(name, message)
    const member = { global, name, index: firstIndex + index, transit, failWith }
    defineFixed(namespace, name, (value?: unknown) => callMember(member, value))
  }

  return namespace
}

function callMember(member: Member, value: unknown): Promise<unknown> {
  return new NativePromise((resolve, reject) => {
    const { global, name, index, transit, failWith } = member
    const encoded = transit.encodeArguments(value)
    if (encoded.members === undefined) {
      reject(failWith(encoded.refusal ?? 'binding arguments are too large to cross'))
      return
    }
    const payload = `{"f":${toText(index)},${encoded.members}}`
    whenSettled(
      dispatch(global, name, payload),
      (text) => settle(member, text as string, resolve, reject),
      (reason) => reject(failWith(thrownText(reason))),
    )
  })
}

/** Settles a call by its envelope: presence of `error` decides. */
function settle(
  { transit, failWith }: Member,
  text: string,
  resolve: (value: unknown) => void,
  reject: (reason: unknown) => void,
): void {
  try {
    const envelope = jsonParse(text) as object
    if (hasOwn(envelope, 'error')) {
      const thrown = reflectGet(envelope, 'thrown')
      const reason =
        typeof thrown === 'object' && thrown !== null && hasOwn(envelope, 'thrown')
          ? { value: transit.decode(thrown) }
          : undefined
      reject(failWith(toText(reflectGet(envelope, 'error')), reason))
    } else {
      resolve(transit.decode(reflectGet(envelope, 'result') as object))
    }
  } catch (failure) {
    reject(failWith(thrownText(failure)))
  }
}
