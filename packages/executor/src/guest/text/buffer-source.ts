// Reading the bytes of a BufferSource through captured getters.

import { uncurryThis } from '../dom/webidl.ts'

type Getter<R> = (self: unknown) => R

const getterOf = (prototype: object, key: PropertyKey): Getter<never> =>
  uncurryThis(Object.getOwnPropertyDescriptor(prototype, key)?.get as (this: unknown) => never)

const TypedArray = Object.getPrototypeOf(Uint8Array) as { prototype: object }
const { isView } = ArrayBuffer
const Bytes = Uint8Array

const viewTag: Getter<string | undefined> = getterOf(TypedArray.prototype, Symbol.toStringTag)
const arrayBuffer: Getter<ArrayBufferLike> = getterOf(TypedArray.prototype, 'buffer')
const arrayOffset: Getter<number> = getterOf(TypedArray.prototype, 'byteOffset')
const arrayLength: Getter<number> = getterOf(TypedArray.prototype, 'byteLength')
const dataBuffer: Getter<ArrayBufferLike> = getterOf(DataView.prototype, 'buffer')
const dataOffset: Getter<number> = getterOf(DataView.prototype, 'byteOffset')
const dataLength: Getter<number> = getterOf(DataView.prototype, 'byteLength')
const bufferLength: Getter<number> = getterOf(ArrayBuffer.prototype, 'byteLength')
const isDetached: Getter<boolean> = getterOf(ArrayBuffer.prototype, 'detached')
const sharedLength: Getter<number> = getterOf(SharedArrayBuffer.prototype, 'byteLength')

const succeeds = (getter: (self: unknown) => unknown, value: unknown): boolean => {
  try {
    getter(value)
    return true
  } catch {
    return false
  }
}

const isObjectType = (value: unknown): boolean => typeof value === 'object' && value !== null

export const isArrayBuffer = (value: unknown): value is ArrayBuffer =>
  isObjectType(value) && succeeds(bufferLength, value)

export const isSharedArrayBuffer = (value: unknown): value is SharedArrayBuffer =>
  isObjectType(value) && succeeds(sharedLength, value)

/** The name of a typed array's class, or `undefined` for anything else. */
export const typedArrayName = (value: unknown): string | undefined => viewTag(value)

export const isBufferView = (value: unknown): value is ArrayBufferView => isView(value)

const viewOfView = (value: ArrayBufferView): Uint8Array => {
  if (viewTag(value) !== undefined) {
    const length = arrayLength(value)
    return length === 0 ? new Bytes(0) : new Bytes(arrayBuffer(value), arrayOffset(value), length)
  }
  // The length of a DataView on a detached buffer throws, where that of an array is 0.
  return succeeds(dataLength, value)
    ? new Bytes(dataBuffer(value), dataOffset(value), dataLength(value))
    : new Bytes(0)
}

/**
 * A view on the same bytes, or `undefined` for a value that is no buffer source. A detached source
 * has no bytes.
 */
export const viewOfSource = (value: unknown): Uint8Array | undefined => {
  if (isView(value)) return viewOfView(value)
  if (isArrayBuffer(value)) return isDetached(value) ? new Bytes(0) : new Bytes(value)
  return isSharedArrayBuffer(value) ? new Bytes(value) : undefined
}

const copyOf = (view: Uint8Array): Uint8Array<ArrayBuffer> => {
  const copy = new Bytes(view.length)
  setBytes(copy, view)
  return copy
}
const setBytes = uncurryThis(Uint8Array.prototype.set)

export const copyBytes: (view: Uint8Array) => Uint8Array<ArrayBuffer> = copyOf

/** The parts, one after the other, in one new array. */
export const concatBytes = (parts: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> => {
  let length = 0
  for (let i = 0; i < parts.length; i++) length += (parts[i] as Uint8Array).length
  const whole = new Bytes(length)
  for (let i = 0, at = 0; i < parts.length; i++) {
    const part = parts[i] as Uint8Array
    setBytes(whole, part, at)
    at += part.length
  }
  return whole
}

/** The bytes as a buffer of exactly their length: the array's own where it fits, else a copy. */
export const exactBuffer = (bytes: Uint8Array<ArrayBuffer>): ArrayBuffer =>
  bytes.length === bytes.buffer.byteLength ? bytes.buffer : copyOf(bytes).buffer
