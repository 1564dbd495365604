// Copies of errors: name, message, stack and cause.

import { toDOMString, uncurryThis } from '../dom/webidl.ts'
import type { Pass } from './kinds.ts'

type ErrorConstructor = new () => Error

const CONSTRUCTORS: Readonly<Record<string, ErrorConstructor>> = {
  __proto__: null as never,
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
}

const objectToString = uncurryThis(Object.prototype.toString)
const nativeIsError = (Error as unknown as { isError?: (value: unknown) => boolean }).isError

export const isError = (value: object): boolean =>
  nativeIsError === undefined ? objectToString(value) === '[object Error]' : nativeIsError(value)

const defineHidden = (target: object, key: string, value: unknown): void => {
  Object.defineProperty(target, key, { value, configurable: true, writable: true })
}

/** The value of an own data property. */
const ownValue = (source: object, key: string): { value: unknown } | undefined => {
  const descriptor = Object.getOwnPropertyDescriptor(source, key)
  return descriptor !== undefined && 'value' in descriptor ? { value: descriptor.value } : undefined
}

export const copyError = (source: object, pass: Pass): object => {
  const { name } = source as { name: unknown }
  const key = name === undefined ? 'Error' : toDOMString(name)
  const copy = new (CONSTRUCTORS[key] ?? Error)()
  pass.remember(source, copy)
  const message = ownValue(source, 'message')
  if (message !== undefined) defineHidden(copy, 'message', toDOMString(message.value))
  const { stack } = source as { stack?: unknown }
  if (typeof stack === 'string') defineHidden(copy, 'stack', stack)
  const cause = ownValue(source, 'cause')
  if (cause !== undefined) defineHidden(copy, 'cause', pass.copy(cause.value))
  return copy
}
