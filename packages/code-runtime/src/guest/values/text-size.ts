// UTF-8 sizes of texts, and texts cut to a size.

import { charCodeAt, stringSlice } from './intrinsics.ts'

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** The UTF-8 bytes of the character at `index`; a lone surrogate counts as U+FFFD, three bytes. */
function characterBytes(text: string, index: number): number {
  const unit = charCodeAt(text, index)
  if (unit < 0x80) return 1
  if (unit < 0x800) return 2

  return isPair(text, index) ? 4 : 3
}

function isPair(text: string, index: number): boolean {
  return (
    isHighSurrogate(charCodeAt(text, index)) &&
    index + 1 < text.length &&
    isLowSurrogate(charCodeAt(text, index + 1))
  )
}

/** Exact UTF-8 byte count of a text. */
export function utf8Size(text: string): number {
  const { length } = text
  let size = 0
  for (let index = 0; index < length; index += 1) {
    const bytes = characterBytes(text, index)
    size += bytes
    if (bytes === 4) index += 1
  }

  return size
}

/** Whether a text has more than `limit` UTF-8 bytes; counts only where its length does not tell. */
export function exceeds(text: string, limit: number): boolean {
  if (text.length > limit) return true

  return text.length * 3 > limit && utf8Size(text) > limit
}

/** The longest beginning of a text with at most `limit` UTF-8 bytes; no character is cut in half. */
export function cutToBytes(text: string, limit: number): string {
  if (!exceeds(text, limit)) return text
  let size = 0
  for (let index = 0; index < text.length; index += 1) {
    const bytes = characterBytes(text, index)
    if (size + bytes > limit) return stringSlice(text, 0, index)
    size += bytes
    if (bytes === 4) index += 1
  }

  return text
}
