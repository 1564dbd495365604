// What a program threw, as texts. The host makes a message of them.

import {
  errorPrototype,
  isError,
  isPrototypeOf,
  jsonStringify,
  reflectGet,
  stringSlice,
} from './values/intrinsics.ts'
import { renderText } from './values/render.ts'

const RENDERING_LIMIT = 10_000
const STACK_LIMIT = 4_000
const UNRENDERABLE = 'program threw an unrenderable value'

const isErrorLike = (value: unknown): value is object =>
  isError(value) ||
  (typeof value === 'object' && value !== null && isPrototypeOf(errorPrototype, value))

/** The text of a thrown value alone. Never throws. */
export function thrownText(thrown: unknown): string {
  try {
    const message: unknown = isErrorLike(thrown) ? reflectGet(thrown, 'message') : undefined

    return typeof message === 'string' ? message : nonErrorText(thrown)
  } catch {
    return UNRENDERABLE
  }
}

function nonErrorText(thrown: unknown): string {
  if (thrown === '') return "''"

  return typeof thrown === 'string' ? thrown : renderText(thrown, RENDERING_LIMIT)
}

/**
 * A thrown value as JSON: name, message and stack of an error, the text of anything else. Texts are cut
 * past `limit` UTF-16 units by one, so that a reader who counts sees that they are too long.
 */
export function describeThrown(thrown: unknown, limit: number): string {
  const cut = (text: string): string => jsonStringify(stringSlice(text, 0, limit + 1))
  try {
    if (!isErrorLike(thrown)) return `{"text":${cut(nonErrorText(thrown))}}`
    const name = textOr(reflectGet(thrown, 'name'), 'Error')
    const message = textOr(reflectGet(thrown, 'message'), '')
    const stack = stringSlice(framesOf(thrown), 0, STACK_LIMIT)

    return `{"name":${cut(name)},"message":${cut(message)},"stack":${jsonStringify(stack)}}`
  } catch {
    return `{"text":"${UNRENDERABLE}"}`
  }
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback
}

/** The stack behind its head: the head repeats the message, which may be of any length. */
function framesOf(error: object): string {
  const stack = textOr(reflectGet(error, 'stack'), '')
  const message = textOr(reflectGet(error, 'message'), '')
  const headLength = stack.length - message.length > 0 ? message.length : 0

  return stringSlice(stack, headLength)
}
