// JSON text of a value, or the first thing in it that JSON would lose. No recursion: values of any depth
// cross. Each slot is read once, and neither `toJSON` nor any other hook is called.

import {
  getPrototypeOf,
  hasOwn,
  isArray,
  jsonStringify,
  keysOf,
  NativeSet,
  ownKeys,
  setAdd,
  setDelete,
  setHas,
} from './intrinsics.ts'
import { elementLabel, memberLabel, nameKind, prependStep, type Refusal } from './refusal.ts'

export type LosslessOptions = {
  /** Whether an object with this prototype is a plain one. */
  isPlain: (prototype: object | null) => boolean
  /** Whether one object may stand in several places; it is then written at each. A cycle never may. */
  mayRepeat: boolean
  /** UTF-16 units of text after which writing stops. */
  limit: number
}

/** `over` means that the text went past the limit. */
export type Written =
  | { text: string; refusal?: undefined; over?: undefined }
  | { refusal: Refusal; text?: undefined; over?: undefined }
  | { over: true; text?: undefined; refusal?: undefined }

/** A container whose members are being written. */
type Frame = {
  source: Record<string | number, unknown>
  /** Absent for an array. */
  keys: Array<string> | undefined
  length: number
  index: number
  outer: Frame | undefined
}

type Pass = {
  text: string
  frame: Frame | undefined
  met: Set<object>
  refused: string | undefined
  options: LosslessOptions
}

/** Writes `value`. Never throws. */
export function writeLossless(value: unknown, options: LosslessOptions): Written {
  const pass: Pass = {
    text: '',
    frame: undefined,
    met: new NativeSet(),
    refused: undefined,
    options,
  }
  try {
    put(pass, value)
    while (pass.frame !== undefined && pass.refused === undefined) {
      if (pass.text.length > options.limit) return { over: true }
      advance(pass, pass.frame)
    }
  } catch {
    pass.refused = 'a value that throws when it is read'
  }
  if (pass.refused !== undefined) {
    return { refusal: { what: pass.refused, path: pathTo(pass.frame) } }
  }

  return pass.text.length > options.limit ? { over: true } : { text: pass.text }
}

function advance(pass: Pass, frame: Frame): void {
  const { source, keys, index } = frame
  if (index === frame.length) {
    pass.text += keys === undefined ? ']' : '}'
    pass.frame = frame.outer
    if (pass.options.mayRepeat) setDelete(pass.met, source)
    return
  }
  frame.index = index + 1
  const separator = index === 0 ? '' : ','
  if (keys === undefined) {
    pass.text += separator
    put(pass, source[index])
  } else {
    const key = keys[index] ?? ''
    pass.text += `${separator}${jsonStringify(key)}:`
    put(pass, source[key])
  }
}

function put(pass: Pass, value: unknown): void {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) {
    pass.text += jsonStringify(value)
  } else if (typeof value === 'number') {
    putNumber(pass, value)
  } else if (typeof value === 'object') {
    putContainer(pass, value)
  } else {
    pass.refused = nameKind(value)
  }
}

function putNumber(pass: Pass, value: number): void {
  const isFinite = value - value === 0
  const isNegativeZero = value === 0 && 1 / value < 0
  if (isFinite && !isNegativeZero) pass.text += `${value}`
  else pass.refused = nameKind(value)
}

function putContainer(pass: Pass, value: object): void {
  if (setHas(pass.met, value)) {
    pass.refused = pass.options.mayRepeat ? 'a circular reference' : 'a repeated reference'
    return
  }
  const keys = isArray(value) ? undefined : plainKeys(value, pass.options)
  if (keys === null || (keys === undefined && !isDense(value as Array<unknown>))) {
    pass.refused = nameKind(value)
    return
  }
  setAdd(pass.met, value)
  pass.text += keys === undefined ? '[' : '{'
  pass.frame = {
    source: value as Frame['source'],
    keys,
    length: keys === undefined ? (value as Array<unknown>).length : keys.length,
    index: 0,
    outer: pass.frame,
  }
}

/** The keys of a plain object whose every own key is an enumerable string; null for other objects. */
function plainKeys(value: object, { isPlain }: LosslessOptions): Array<string> | null {
  if (!isPlain(getPrototypeOf(value))) return null
  const keys = keysOf(value)

  return keys.length === ownKeys(value).length ? keys : null
}

/** Whether an array has each of its elements, and nothing but its elements. */
function isDense(array: Array<unknown>): boolean {
  if (ownKeys(array).length !== array.length + 1) return false
  for (let index = 0; index < array.length; index += 1) {
    if (!hasOwn(array, index)) return false
  }

  return true
}

/** The way to the member that was put last, by which every open container is held up. */
function pathTo(innermost: Frame | undefined): string {
  let path = ''
  for (let frame = innermost; frame !== undefined; frame = frame.outer) {
    const index = frame.index - 1
    const label =
      frame.keys === undefined ? elementLabel(index) : memberLabel(frame.keys[index] ?? '')
    path = prependStep(label, path)
  }

  return path
}
