// Turns any value of a program into text for a reader: console arguments and the text of a failed
// run. Bounded in depth, entries and length; never throws, whatever hooks the value carries.

import { isErrorLike, nameObject, readErrorText, writeObject } from './render/objects.ts'
import { renderPrimitive } from './render/primitives.ts'
import { DEPTH_LIMIT, describeHook, isPrimitive, write } from './render/rendering.ts'
import type { Enclosing, Rendering } from './render/rendering.ts'

const encloses = (enclosing: Enclosing | undefined, object: object): boolean => {
  for (let outer = enclosing; outer !== undefined; outer = outer.outer) {
    if (outer.object === object) return true
  }
  return false
}

const visit = (rendering: Rendering, value: unknown): void => {
  if (rendering.full) return
  if (isPrimitive(value)) return write(rendering, renderPrimitive(value))
  const { enclosing } = rendering
  if (encloses(enclosing, value)) return write(rendering, '[Circular]')
  const depth = enclosing === undefined ? 0 : enclosing.depth + 1
  rendering.enclosing = { object: value, depth, outer: enclosing }
  try {
    if (depth >= DEPTH_LIMIT) write(rendering, nameObject(value))
    else writeObject(rendering, value)
  } catch (thrown) {
    write(rendering, describeHook(thrown))
  }
  rendering.enclosing = enclosing
}

/**
 * A value as text: primitives as they read, objects and arrays as compact JSON-like text, built-ins
 * by their content, errors as `name: message` with their cause. At most 65,536 UTF-16 units, a mark
 * of the cut aside, eight objects deep and a hundred entries of each. Never throws and never empty.
 */
export const renderValue = (value: unknown): string => {
  const rendering: Rendering = { text: '', full: false, enclosing: undefined, visit }
  try {
    visit(rendering, value)
    return rendering.text
  } catch {
    // No stack is left to look at the value with.
    return '[Throws]'
  }
}

const describeError = (error: object): string => {
  const message = readErrorText(error, 'message')
  if (typeof message === 'string' && message !== '') return message
  if (message !== undefined && message !== '') return renderValue(message)
  const name = readErrorText(error, 'name')
  return typeof name === 'string' && name !== '' ? name : 'Error'
}

/**
 * The text of a run that threw: an error's message as it reads, its name where the message is
 * empty, a string as it is, anything else as `renderValue` shows it. Never throws, never empty, and
 * an error's own message is not cut: the bound of the run's answer decides about that.
 */
export const describeThrown = (thrown: unknown): string => {
  if (typeof thrown === 'string') return thrown === '' ? "''" : thrown
  if (isPrimitive(thrown)) return renderPrimitive(thrown)
  try {
    return isErrorLike(thrown) ? describeError(thrown) : renderValue(thrown)
  } catch (reason) {
    return describeHook(reason)
  }
}
