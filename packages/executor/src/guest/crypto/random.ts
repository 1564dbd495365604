// Random bytes out of the child's source, fetched in blocks: a crossing costs more than the bytes.

import { uncurryThis } from '../dom/webidl.ts'

const BLOCK_BYTES = 4_096

/** A request of this many bytes or more is not worth cutting out of a block. */
const DIRECT_BYTES = 1_024

const charCodeAt = uncurryThis(String.prototype.charCodeAt)
const Bytes = Uint8Array

let block = ''
let taken = 0

/** Fills the view. Each random byte is handed out once. */
export const fillWithRandom = (view: Uint8Array): void => {
  const { length } = view
  const isDirect = length >= DIRECT_BYTES
  if (!isDirect && taken + length > block.length) {
    block = runtime.drawEntropy(BLOCK_BYTES)
    taken = 0
  }
  const text = isDirect ? runtime.drawEntropy(length) : block
  const start = isDirect ? 0 : taken
  if (text.length < start + length) throw new Error('The random source gave too few bytes.')
  for (let i = 0; i < length; i++) view[i] = charCodeAt(text, start + i)
  if (!isDirect) taken += length
}

const HEX = '0123456789abcdef'
const UUID_BYTES = 16
/** Groups of a UUID start in front of these bytes. */
const isGroupStart = (index: number): boolean => index >= 4 && index <= 10 && index % 2 === 0

/** A version 4 UUID. */
export const makeUuid = (): string => {
  const bytes = new Bytes(UUID_BYTES)
  fillWithRandom(bytes)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  let text = ''
  for (let i = 0; i < UUID_BYTES; i++) {
    const byte = bytes[i] as number
    if (isGroupStart(i)) text += '-'
    text += HEX[byte >> 4] as string
    text += HEX[byte & 0x0f] as string
  }
  return text
}
