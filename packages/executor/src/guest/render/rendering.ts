// One rendering under way: the text so far, its bound, and the objects above the present one.

import { charCodeAt, reflectGet, stringSlice, toText } from '../intrinsics.ts'

/** Bound of one rendered value, in UTF-16 units. What is past it is cut, and the text says so. */
export const TEXT_LIMIT = 65_536

/** Most entries shown of one collection. */
export const ENTRY_LIMIT = 100

/** How many objects inside one another are shown; deeper ones are named. */
export const DEPTH_LIMIT = 8

const CUT_MARK = '… (cut at 65,536 characters)'
const REASON_LIMIT = 1000

/** The objects that enclose a value, the nearest first. */
export type Enclosing = { object: object; depth: number; outer: Enclosing | undefined }

export type Rendering = {
  text: string
  /** True once the bound was met: nothing more is written, and nothing more need be looked at. */
  full: boolean
  enclosing: Enclosing | undefined
  /** Renders one value inside the present object; never throws. */
  visit(rendering: Rendering, value: unknown): void
}

export type Primitive = string | number | bigint | boolean | symbol | null | undefined

export const isPrimitive = (value: unknown): value is Primitive =>
  value === null || (typeof value !== 'object' && typeof value !== 'function')

/** Cuts a text to at most `limit` units and never through a surrogate pair. */
export const cutText = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  const last = charCodeAt(text, limit - 1)
  return stringSlice(text, 0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit)
}

export const write = (rendering: Rendering, piece: string): void => {
  if (rendering.full) return
  rendering.text += piece
  if (rendering.text.length <= TEXT_LIMIT) return
  rendering.text = cutText(rendering.text, TEXT_LIMIT) + CUT_MARK
  rendering.full = true
}

const messageOf = (thrown: unknown): string => {
  if (isPrimitive(thrown)) return toText(thrown)
  const message = reflectGet(thrown, 'message')
  return typeof message === 'string' && message !== '' ? message : 'a value without a message'
}

/**
 * Names what a program's own hook threw. Looks no further than `message`, because a hostile one
 * could throw at each look for ever.
 */
export const describeHook = (thrown: unknown): string => {
  let message = 'a value that cannot be read'
  try {
    message = cutText(messageOf(thrown), REASON_LIMIT)
  } catch {
    // The thrown value has a hook of its own that throws: the text above says so.
  }
  return `[Throws: ${message}]`
}
