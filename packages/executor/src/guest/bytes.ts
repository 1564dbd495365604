// Bytes as text, one byte for each character: how binary crosses to the child, which takes only text.

import {
  arrayBufferByteLength,
  fromCharCode,
  mathMin,
  NativeUint8Array,
  reflectApply,
} from './intrinsics.ts'

/** Arguments of one call; engines bound their number. */
const CHUNK = 8_192

export function bytesToText(buffer: ArrayBuffer): string {
  const size = arrayBufferByteLength(buffer)
  let text = ''
  for (let start = 0; start < size; start += CHUNK) {
    const chunk = new NativeUint8Array(buffer, start, mathMin(CHUNK, size - start))
    text += reflectApply(fromCharCode, undefined, chunk) as string
  }

  return text
}
