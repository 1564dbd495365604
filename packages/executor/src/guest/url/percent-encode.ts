// Stands in for the library's encoder of query strings. URLs made by programs are always UTF-8.

import { utf8Encode } from '../text/utf8.ts'

const HEX = '0123456789ABCDEF'

/** C0 controls, everything above U+007E and the characters of `set` become percent escapes. */
export const percentEncodeAfterEncoding = (
  _encoding: string,
  input: string,
  set: string,
): string => {
  const bytes = utf8Encode(input)
  let text = ''
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number
    const char = String.fromCharCode(byte)
    const plain = byte > 0x1f && byte < 0x7f && !set.includes(char)
    text += plain ? char : `%${HEX[byte >> 4] as string}${HEX[byte & 15] as string}`
  }
  return text
}
