// Sizes of texts as JSON quotes them, in UTF-8 bytes.

const QUOTES = 2
const ESCAPED_SHORT = 2
const ESCAPED_LONG = 6

/** What the character at the start of `character` takes inside of quotes. */
function quotedBytes(character: string): number {
  const point = character.codePointAt(0) ?? 0
  if (point === 0x22 || point === 0x5c) return ESCAPED_SHORT
  if (point < 0x20) return '\b\t\n\f\r'.includes(character) ? ESCAPED_SHORT : ESCAPED_LONG
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  // Half a character: JSON writes it as an escape.
  if (point >= 0xd800 && point <= 0xdfff) return ESCAPED_LONG

  return point < 0x1_00_00 ? 3 : 4
}

/** The size of a text in quotes. */
export function quotedSize(text: string): number {
  let size = QUOTES
  for (const character of text) size += quotedBytes(character)

  return size
}

/** The longest beginning of a text that takes at most `limit` bytes in quotes; never half a character. */
export function cutQuoted(text: string, limit: number): string {
  let size = QUOTES
  let length = 0
  for (const character of text) {
    size += quotedBytes(character)
    if (size > limit) return text.slice(0, length)
    length += character.length
  }

  return text
}
