// The way back from `encode-graph.ts`. What comes in may be forged by a program, so every shape is checked;
// the work is linear in the text, and nothing recurses.

import { decodeBase64 } from '../protocol.ts'
import {
  defineHidden,
  defineValue,
  isArray,
  mapSet,
  NativeArrayBuffer,
  NativeDate,
  NativeError,
  NativeMap,
  NativeObject,
  NativeRegExp,
  NativeSet,
  NativeUint8Array,
  reflectConstruct,
  setAdd,
  setBytes,
  stringStartsWith,
  stringSlice,
  toBigInt,
} from './intrinsics.ts'
import { ERROR_CLASSES, VIEW_CLASSES } from './classes.ts'

/** Where a value in transit is not what its sender should have made. */
const refuse = (what: string): never => {
  throw new NativeError(`Malformed value in transit: ${what}.`)
}

type Parts = Array<unknown>

/** Rebuilds the value behind a parsed graph. Throws an `Error` for what is none. */
export function decodeGraph(graph: unknown): unknown {
  if (!isArray(graph) || graph.length !== 2) return refuse('no graph')
  const nodes: unknown = graph[1]
  if (!isArray(nodes)) return refuse('no nodes')
  const objects: Array<object> = []
  for (let number = 0; number < nodes.length; number += 1) {
    defineValue(objects, number, makeObject(partsOf(nodes[number])))
  }
  for (let number = 0; number < nodes.length; number += 1) {
    fillObject(objects, objects[number] ?? {}, nodes[number] as Parts)
  }

  return valueOf(objects, graph[0])
}

function partsOf(node: unknown): Parts {
  return isArray(node) && typeof node[0] === 'string' ? node : refuse('no node')
}

/** The object of a node, still without what it refers to. */
function makeObject(parts: Parts): object {
  const make = MAKERS[parts[0] as string]

  return make === undefined ? refuse('an unknown kind of node') : make(parts)
}

const MAKERS: Readonly<Record<string, ((parts: Parts) => object) | undefined>> = {
  __proto__: null as never,
  o: () => ({}),
  a: () => [],
  s: (parts) => sparseArray(parts[1]),
  m: () => new NativeMap(),
  e: () => new NativeSet(),
  d: (parts) => new NativeDate(numberOf(parts[1])),
  r: (parts) => new NativeRegExp(textOf(parts[1]), textOf(parts[2])),
  p: (parts) => NativeObject(primitiveOf(parts[1])) as object,
  x: (parts) => makeBytes(textOf(parts[1]), textOf(parts[2])),
  E: (parts) => makeError(parts[1], parts[2], parts[3]),
}

function sparseArray(length: unknown): Array<unknown> {
  const array: Array<unknown> = []
  if (typeof length !== 'number' || length < 0 || length > 4_294_967_295 || length % 1 !== 0) {
    return refuse('a wrong length')
  }
  array.length = length

  return array
}

function makeBytes(name: string, data: string): object {
  const bytes = decodeBase64(data)
  const buffer = new NativeArrayBuffer(bytes.byteLength)
  setBytes(new NativeUint8Array(buffer), bytes)
  if (name === 'ArrayBuffer') return buffer
  const ViewClass = VIEW_CLASSES[name]

  return ViewClass === undefined ? refuse('an unknown view') : reflectConstruct(ViewClass, [buffer])
}

function makeError(name: unknown, message: unknown, stack: unknown): object {
  const className = typeof name === 'string' ? name : 'Error'
  const ErrorClass = ERROR_CLASSES[className]
  const error = new (ErrorClass ?? NativeError)()
  // Its own stack would show where it was rebuilt, which is nowhere in the sender's code.
  const head = typeof message === 'string' && message !== '' ? `: ${message}` : ''
  defineHidden(error, 'stack', typeof stack === 'string' ? stack : `${className}${head}`)
  if (typeof message === 'string') defineHidden(error, 'message', message)
  if (ErrorClass === undefined) defineHidden(error, 'name', className)

  return error
}

function fillObject(objects: Array<object>, target: object, parts: Parts): void {
  const kind = parts[0]
  if (kind === 'o') fillMembers(objects, target, parts, 1)
  else if (kind === 's') fillMembers(objects, target, parts, 2)
  else if (kind === 'a') fillElements(objects, target, parts)
  else if (kind === 'm') fillMap(objects, target as Map<unknown, unknown>, parts)
  else if (kind === 'e') fillSet(objects, target as Set<unknown>, parts)
  else if (kind === 'E' && parts.length > 4) {
    defineHidden(target, 'cause', valueOf(objects, parts[4]))
  }
}

function fillMembers(objects: Array<object>, target: object, parts: Parts, start: number): void {
  for (let index = start; index < parts.length; index += 2) {
    defineValue(target, textOf(parts[index]), valueOf(objects, parts[index + 1]))
  }
}

function fillElements(objects: Array<object>, target: object, parts: Parts): void {
  for (let index = 1; index < parts.length; index += 1) {
    defineValue(target, index - 1, valueOf(objects, parts[index]))
  }
}

function fillMap(objects: Array<object>, target: Map<unknown, unknown>, parts: Parts): void {
  for (let index = 1; index < parts.length; index += 2) {
    mapSet(target, valueOf(objects, parts[index]), valueOf(objects, parts[index + 1]))
  }
}

function fillSet(objects: Array<object>, target: Set<unknown>, parts: Parts): void {
  for (let index = 1; index < parts.length; index += 1) {
    setAdd(target, valueOf(objects, parts[index]))
  }
}

function valueOf(objects: Array<object>, atom: unknown): unknown {
  if (!isArray(atom) || typeof atom[0] !== 'number') return primitiveOf(atom)

  return objects[atom[0]] ?? refuse('a reference to no node')
}

const NAMED: Readonly<Record<string, { value: unknown } | undefined>> = {
  __proto__: null as never,
  u: { value: undefined },
  '-0': { value: -0 },
  NaN: { value: NaN },
  Infinity: { value: Infinity },
  '-Infinity': { value: -Infinity },
}

function primitiveOf(atom: unknown): unknown {
  if (!isArray(atom)) return typeof atom === 'object' && atom !== null ? refuse('no atom') : atom
  const name: unknown = atom[0]
  if (typeof name !== 'string') return refuse('no atom')
  if (name === 'b') return bigIntOf(textOf(atom[1]))
  const named = NAMED[name]

  return named === undefined ? refuse('an unknown atom') : named.value
}

function bigIntOf(hexadecimal: string): bigint {
  const isNegative = stringStartsWith(hexadecimal, '-')
  const size = toBigInt(`0x${isNegative ? stringSlice(hexadecimal, 1) : hexadecimal}`)

  return isNegative ? -size : size
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : refuse('no text')
}

function numberOf(atom: unknown): number {
  const value = primitiveOf(atom)

  return typeof value === 'number' ? value : refuse('no number')
}
