// Web IDL's buffer arguments: views on bytes that nobody else can change or resize meanwhile.

import { bytesToText } from '../bytes.ts'
import {
  copyBytes,
  isArrayBuffer,
  isBufferView,
  typedArrayName,
  viewOfSource,
} from '../text/buffer-source.ts'

/** Whether a value is of the type BufferSource, leaving aside what its buffer is. */
export const isBufferSource = (value: unknown): boolean =>
  isBufferView(value) || isArrayBuffer(value)

/** A view on the bytes of a BufferSource. Throws a TypeError for everything else. */
export const toBytes = (value: unknown, context: string): Uint8Array => {
  const view = isBufferSource(value) ? viewOfSource(value) : undefined
  if (view === undefined) throw new TypeError(`${context}: the value is no buffer source.`)
  if (!isArrayBuffer(view.buffer)) throw new TypeError(`${context}: the buffer is shared.`)
  if (view.buffer.resizable) throw new TypeError(`${context}: the buffer is resizable.`)
  return view
}

/** A view on the bytes of a Uint8Array, as BigInteger members are. */
export const toBigInteger = (value: unknown, context: string): Uint8Array => {
  if (typedArrayName(value) === 'Uint8Array') return toBytes(value, context)
  throw new TypeError(`${context}: the value is not a Uint8Array.`)
}

/** The bytes as they cross to the child: one for each character. */
export const toByteText = (view: Uint8Array): string => bytesToText(copyBytes(view).buffer)
