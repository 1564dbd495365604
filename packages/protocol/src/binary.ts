// Binary values as tagged JSON objects, and back. Kinds are told by brand: a program can override
// every name (`length`, `buffer`, `constructor`), but not the internal slots behind the getters.

import { encodeBase64, tryDecodeBase64 } from './base64.ts'
import {
  arrayBufferByteLength,
  CapturedUint8Array,
  dataViewBuffer,
  dataViewByteLength,
  dataViewOffset,
  getPrototypeOf,
  hasOwn,
  isArray,
  isRecord,
  isView,
  objectKeys,
  objectPrototype,
  sharedBufferByteLength,
  typedArrayBrand,
  typedArrayBuffer,
  typedArrayByteLength,
  typedArrayOffset,
} from './primordials.ts'

/** The key that marks an object as binary; its value says what the bytes came from. */
export const BINARY_TAG = '__executor_binary_v1__'

/** A binary value as JSON carries it. `data` is base64. */
export type TaggedBinary = {
  [BINARY_TAG]: 'Uint8Array' | 'ArrayBufferView'
  data: string
}

const tagged = (kind: TaggedBinary[typeof BINARY_TAG], bytes: Uint8Array): TaggedBinary => ({
  [BINARY_TAG]: kind,
  data: encodeBase64(bytes),
})

/** The bytes of a view; none where its buffer is detached, since a constructor would throw. */
const windowOn = (buffer: ArrayBufferLike, offset: number, length: number): Uint8Array =>
  length === 0 ? new CapturedUint8Array(0) : new CapturedUint8Array(buffer, offset, length)

function bytesOfDataView(view: object): Uint8Array {
  try {
    return windowOn(dataViewBuffer(view), dataViewOffset(view), dataViewByteLength(view))
  } catch {
    // The getters of a DataView throw once its buffer is detached or too short: no bytes are left.
    return new CapturedUint8Array(0)
  }
}

const isBytes = (value: object): value is Uint8Array => typedArrayBrand(value) === 'Uint8Array'

function isBuffer(
  value: object,
  byteLength: ((value: object) => number) | undefined,
): value is ArrayBufferLike {
  if (byteLength === undefined) return false
  try {
    byteLength(value)
    return true
  } catch {
    // Throwing is how the getter says that the value is of another kind.
    return false
  }
}

function bytesOfBuffer(value: object): Uint8Array | undefined {
  // The brand test throws for what is no buffer, which is slow. Plain objects and arrays, nearly
  // everything JSON meets, are spared it; a buffer disguised as one crosses as the `{}` it shows.
  if (isArray(value) || getPrototypeOf(value) === objectPrototype) return undefined
  if (isBuffer(value, arrayBufferByteLength)) {
    return windowOn(value, 0, arrayBufferByteLength(value))
  }
  return isBuffer(value, sharedBufferByteLength) ? new CapturedUint8Array(value) : undefined
}

/**
 * The tagged form of a `Uint8Array`, an `ArrayBuffer` or a `SharedArrayBuffer` (tag `Uint8Array`),
 * or of any other view (tag `ArrayBufferView`, the bytes it shows). Undefined for anything else.
 */
export function encodeBinaryValue(value: unknown): TaggedBinary | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!isView(value)) {
    const bytes = bytesOfBuffer(value)
    return bytes && tagged('Uint8Array', bytes)
  }
  if (isBytes(value)) return tagged('Uint8Array', value)
  if (typedArrayBrand(value) === undefined) return tagged('ArrayBufferView', bytesOfDataView(value))
  const bytes = windowOn(
    typedArrayBuffer(value),
    typedArrayOffset(value),
    typedArrayByteLength(value),
  )
  return tagged('ArrayBufferView', bytes)
}

/**
 * The bytes of a tagged object. Undefined for everything else: an inherited or unknown tag, a key
 * beside the two, `data` that is no base64. Never throws.
 */
export function decodeBinaryValue(value: unknown): Uint8Array | undefined {
  if (!isRecord(value)) return undefined
  try {
    if (!hasOwn(value, BINARY_TAG) || !hasOwn(value, 'data')) return undefined
    if (objectKeys(value).length !== 2) return undefined
    const { [BINARY_TAG]: kind, data } = value
    return kind === 'Uint8Array' || kind === 'ArrayBufferView' ? tryDecodeBase64(data) : undefined
  } catch {
    // Only a proxy or an accessor of the caller can throw here, and such a value is not tagged.
    return undefined
  }
}
