// The kinds of objects that structuredClone copies by their internal slots.

import { uncurryThis } from '../dom/webidl.ts'
import {
  isArrayBuffer,
  isBufferView,
  isSharedArrayBuffer,
  typedArrayName,
} from '../text/buffer-source.ts'
import { refuse } from './data-clone-error.ts'
import { copyError, isError } from './errors.ts'

/** One call of structuredClone: what was copied already, and how to copy a nested value. */
export type Pass = {
  remember(source: object, copy: object): void
  /** Copies a nested value. */
  copy(value: unknown): unknown
}

export type Kind = {
  is(value: object): boolean
  /** Creates the copy, remembers it, then copies what it holds. */
  copy(value: object, pass: Pass): object
}

type Slot = (value: never) => unknown

const getter = (prototype: object, key: string): Slot =>
  uncurryThis(Object.getOwnPropertyDescriptor(prototype, key)?.get as (this: never) => unknown)

const dateValue = uncurryThis(Date.prototype.getTime)
const regExpFlags = getter(RegExp.prototype, 'flags')
const sourceOf = getter(RegExp.prototype, 'source')
const isGlobal = getter(RegExp.prototype, 'global')
const mapForEach = uncurryThis(Map.prototype.forEach)
const mapSize = getter(Map.prototype, 'size')
const mapSet = uncurryThis(Map.prototype.set)
const setForEach = uncurryThis(Set.prototype.forEach)
const setSize = getter(Set.prototype, 'size')
const setAdd = uncurryThis(Set.prototype.add)
const sliceBuffer = uncurryThis(ArrayBuffer.prototype.slice)

const reads =
  (read: Slot) =>
  (value: object): boolean => {
    try {
      read(value as never)
      return true
    } catch {
      return false
    }
  }

const simple = (read: Slot, make: (value: never) => object): Kind => ({
  is: reads(read),
  copy(value, pass) {
    const copy = make(value as never)
    pass.remember(value, copy)
    return copy
  },
})

const boxed = (valueOf: Slot): Kind => simple(valueOf, (value) => Object(valueOf(value)) as object)

const map: Kind = {
  is: reads(mapSize),
  copy(value, pass) {
    const copy = new Map()
    pass.remember(value, copy)
    const entries: Array<[unknown, unknown]> = []
    mapForEach(value, ((item: unknown, key: unknown) => entries.push([key, item])) as never)
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i] as [unknown, unknown]
      mapSet(copy as never, pass.copy(entry[0]), pass.copy(entry[1]))
    }
    return copy
  },
}

const set: Kind = {
  is: reads(setSize),
  copy(value, pass) {
    const copy = new Set()
    pass.remember(value, copy)
    const items: Array<unknown> = []
    setForEach(value, ((item: unknown) => items.push(item)) as never)
    for (let i = 0; i < items.length; i++) setAdd(copy, pass.copy(items[i]))
    return copy
  },
}

const buffer: Kind = {
  is: isArrayBuffer,
  copy(value, pass) {
    const source = value as ArrayBuffer
    if (source.detached) refuse('a detached ArrayBuffer')
    const copy = sliceBuffer(source, 0)
    pass.remember(value, copy)
    return copy
  },
}

const VIEWS = {
  __proto__: null as never,
  BigInt64Array,
  BigUint64Array,
  DataView,
  Float16Array: (globalThis as { Float16Array?: unknown }).Float16Array,
  Float32Array,
  Float64Array,
  Int16Array,
  Int32Array,
  Int8Array,
  Uint16Array,
  Uint32Array,
  Uint8Array,
  Uint8ClampedArray,
} as Readonly<Record<string, new (buffer: unknown, offset: number, length: number) => object>>

const view: Kind = {
  is: isBufferView,
  copy(value, pass) {
    const source = value as Uint8Array
    const name = typedArrayName(source) ?? 'DataView'
    const Constructor = VIEWS[name]
    if (Constructor === undefined) return refuse(`a ${name}`)
    const length = name === 'DataView' ? source.byteLength : source.length
    const copy = new Constructor(pass.copy(source.buffer), source.byteOffset, length)
    pass.remember(value, copy)
    return copy
  },
}

const shared: Kind = {
  is: isSharedArrayBuffer,
  copy: () => refuse('a SharedArrayBuffer'),
}

const error: Kind = { is: isError, copy: copyError }

/** Keyed by the class string that `Object.prototype.toString` shows for an ordinary instance. */
export const KINDS: Readonly<Record<string, Kind>> = {
  __proto__: null as never,
  Boolean: boxed(uncurryThis(Boolean.prototype.valueOf) as Slot),
  Number: boxed(uncurryThis(Number.prototype.valueOf) as Slot),
  String: boxed(uncurryThis(String.prototype.valueOf) as Slot),
  BigInt: boxed(uncurryThis(BigInt.prototype.valueOf) as Slot),
  Date: simple(dateValue, (value) => new Date(dateValue(value))),
  RegExp: simple(
    isGlobal,
    (value) => new RegExp(sourceOf(value) as string, regExpFlags(value) as string),
  ),
  Map: map,
  Set: set,
  ArrayBuffer: buffer,
  SharedArrayBuffer: shared,
  DataView: view,
  Uint8Array: view,
  Error: error,
}
