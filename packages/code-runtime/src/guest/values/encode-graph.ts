// A value as JSON of the form `[root, [node, ...]]`: the structured clone of what JSON alone would lose.
// Nodes are objects and refer to each other by number: cycles and shared objects stay what they are.
// Not here: the way back, which `decode-graph.ts` is. The two share this grammar:

/*
atom   string, number, true, false, null
       ["u"] undefined   ["-0"]   ["NaN"]   ["Infinity"]   ["-Infinity"]   ["b", hexadecimal] a BigInt
       [n] the object that node n is
node   ["o", key, atom, ...] object          ["a", atom, ...] array
       ["s", length, key, atom, ...] array with holes or with members beside its elements
       ["m", key atom, value atom, ...] Map  ["e", atom, ...] Set
       ["d", atom] Date                      ["r", source, flags] RegExp
       ["p", atom] boxed primitive           ["x", class, base64] buffer or view
       ["E", name, message, stack, cause atom?] error; each text may be null
*/

import { encodeBinaryValue } from '../protocol.ts'
import {
  bigIntToString,
  dateGetTime,
  hasOwn,
  jsonStringify,
  keysOf,
  mapForEach,
  mapGet,
  mapSet,
  NativeMap,
  ownDescriptor,
  reflectGet,
  regExpFlags,
  regExpSource,
  setForEach,
  toText,
  typedArrayTag,
  unboxBigInt,
  unboxBoolean,
  unboxNumber,
  unboxString,
} from './intrinsics.ts'
import { kindOf, type Kind } from './kinds.ts'
import { elementLabel, memberLabel, nameKind, prependStep, type Refusal } from './refusal.ts'

export type EncodeOptions = {
  /** Whether the stacks of errors cross. A host's own stacks show its paths, so they stay. */
  stacks: boolean
  /** UTF-16 units of text after which encoding stops. */
  limit: number
}

/** `over` means that the text went past the limit. */
export type EncodedGraph =
  | { text: string; refusal?: undefined; over?: undefined }
  | { refusal: Refusal; text?: undefined; over?: undefined }
  | { over: true; text?: undefined; refusal?: undefined }

/** An object that has its number; `outer` and `label` say where it was met first. */
type Node = { object: object; outer: Node | undefined; label: string; next: Node | undefined }

type Pass = {
  options: EncodeOptions
  numbers: Map<object, number>
  count: number
  last: Node | undefined
  first: Node | undefined
  /** The node whose members are being encoded, and the member. */
  current: Node | undefined
  label: string
  refused: string | undefined
}

/** Encodes `value`. Never throws; what the value's own hooks throw is a refusal. */
export function encodeGraph(value: unknown, options: EncodeOptions): EncodedGraph {
  const pass: Pass = {
    options,
    numbers: new NativeMap(),
    count: 0,
    first: undefined,
    last: undefined,
    current: undefined,
    label: '',
    refused: undefined,
  }
  try {
    return encodeNodes(pass, value)
  } catch {
    pass.refused = 'a value that throws when it is read'
    return refusalOf(pass)
  }
}

function encodeNodes(pass: Pass, value: unknown): EncodedGraph {
  const root = atom(pass, value, '')
  let nodes = ''
  for (let node = pass.first; node !== undefined && pass.refused === undefined; node = node.next) {
    pass.current = node
    pass.label = ''
    const kind = kindOf(node.object)
    if (kind === undefined) pass.refused = nameKind(node.object)
    else nodes += `${nodes === '' ? '' : ','}[${encoders[kind](pass, node.object)}]`
    if (nodes.length > pass.options.limit) return { over: true }
  }

  return pass.refused === undefined ? { text: `[${root},[${nodes}]]` } : refusalOf(pass)
}

function refusalOf({ refused = '', current, label }: Pass): EncodedGraph {
  let path = label
  for (let node = current; node !== undefined; node = node.outer) {
    path = prependStep(node.label, path)
  }

  return { refusal: { what: refused, path } }
}

/** A value as it stands inside a node. */
function atom(pass: Pass, value: unknown, label: string): string {
  if (pass.refused !== undefined) return ''
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) {
    return jsonStringify(value)
  }
  if (typeof value === 'number') return numberAtom(value)
  if (typeof value === 'bigint') return `["b","${bigIntToString(value, 16)}"]`
  if (value === undefined) return '["u"]'
  if (typeof value === 'object') return `[${toText(numberOf(pass, value, label))}]`
  pass.refused = nameKind(value)
  pass.label = label

  return ''
}

function numberAtom(value: number): string {
  if (value === 0 && 1 / value < 0) return '["-0"]'

  return value - value === 0 ? `${value}` : `["${value}"]`
}

function numberOf(pass: Pass, object: object, label: string): number {
  const known = mapGet(pass.numbers, object)
  if (known !== undefined) return known
  const number = pass.count
  pass.count += 1
  mapSet(pass.numbers, object, number)
  const node: Node = { object, outer: pass.current, label, next: undefined }
  if (pass.last === undefined) pass.first = node
  else pass.last.next = node
  pass.last = node

  return number
}

type Encoder = (pass: Pass, value: object) => string

const encoders: Record<Kind, Encoder> = {
  array: encodeArray,
  object: (pass, value) => `"o"${encodeMembers(pass, value)}`,
  map(pass, value) {
    let text = '"m"'
    let index = 0
    mapForEach(value, (item, key) => {
      const label = `.entry(${toText(index)})`
      text += `,${atom(pass, key, label)},${atom(pass, item, label)}`
      index += 1
    })

    return text
  },
  set(pass, value) {
    let text = '"e"'
    let index = 0
    setForEach(value, (item) => {
      text += `,${atom(pass, item, `.item(${toText(index)})`)}`
      index += 1
    })

    return text
  },
  date: (_pass, value) => `"d",${numberAtom(dateGetTime(value))}`,
  regExp: (_pass, value) =>
    `"r",${jsonStringify(regExpSource(value))},${jsonStringify(regExpFlags(value))}`,
  error: encodeError,
  boxed: (pass, value) => `"p",${atom(pass, unbox(value), '')}`,
  buffer: (_pass, value) => `"x","ArrayBuffer","${bytesOf(value)}"`,
  // A view crosses with the bytes that it shows and not with its whole buffer: what else lies in the
  // pooled buffer of a host's own view is nobody's business.
  view: (_pass, value) => `"x","${typedArrayTag(value) ?? 'DataView'}","${bytesOf(value)}"`,
}

function bytesOf(value: object): string {
  return encodeBinaryValue(value)?.data ?? ''
}

function encodeArray(pass: Pass, value: object): string {
  const array = value as Array<unknown>
  const keys = keysOf(array)
  if (!isDense(array, keys)) return `"s",${toText(array.length)}${encodeMembers(pass, array, keys)}`
  let text = '"a"'
  for (let index = 0; index < keys.length; index += 1) {
    text += `,${atom(pass, array[index], elementLabel(index))}`
  }

  return text
}

/** Own elements come first and in order, so the last key tells of all that stand before it. */
function isDense(array: Array<unknown>, keys: Array<string>): boolean {
  const { length } = array

  return keys.length === length && (length === 0 || keys[length - 1] === toText(length - 1))
}

function encodeMembers(pass: Pass, value: object, keys: Array<string> = keysOf(value)): string {
  let text = ''
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? ''
    // A getter of an earlier member may have removed a later one.
    if (hasOwn(value, key)) {
      text += `,${jsonStringify(key)},${atom(pass, reflectGet(value, key), memberLabel(key))}`
    }
  }

  return text
}

function encodeError(pass: Pass, value: object): string {
  const name = textOrNull(reflectGet(value, 'name'))
  const message = textOrNull(ownDescriptor(value, 'message')?.value)
  const stack = pass.options.stacks ? textOrNull(reflectGet(value, 'stack')) : 'null'
  const cause = ownDescriptor(value, 'cause')
  const tail =
    cause !== undefined && hasOwn(cause, 'value') ? `,${atom(pass, cause.value, '.cause')}` : ''

  return `"E",${name},${message},${stack}${tail}`
}

function textOrNull(value: unknown): string {
  return typeof value === 'string' ? jsonStringify(value) : 'null'
}

const UNBOXERS: ReadonlyArray<(value: unknown) => unknown> = [
  unboxString,
  unboxNumber,
  unboxBoolean,
  unboxBigInt,
]

function unbox(value: object): unknown {
  for (let index = 0; index < UNBOXERS.length; index += 1) {
    try {
      return UNBOXERS[index]?.(value)
    } catch {
      // Of another kind; one of the four fits, or the value would not be taken for a boxed one.
    }
  }

  return undefined
}
