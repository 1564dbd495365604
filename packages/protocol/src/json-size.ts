// How many UTF-8 bytes a text takes inside a message, where it stands as a JSON string.

/** The most bytes that one UTF-16 code unit becomes: an escape such as `\u0000`. */
const LARGEST_UNIT = 6

/** Whether the texts together take at most `bound` bytes as JSON strings. */
export function fitsInJson(texts: ReadonlyArray<string>, bound: number): boolean {
  const units = texts.reduce((sum, text) => sum + text.length, 0)
  // Nearly all texts are far from the bound, and are not read for it.
  if (units * LARGEST_UNIT + texts.length * 2 <= bound) return true

  return sizeInJson(texts) <= bound
}

/** The UTF-8 bytes of the texts as JSON strings, quotes included. */
export function sizeInJson(texts: ReadonlyArray<string>): number {
  return texts.reduce((sum, text) => sum + sizeOfText(text), 0)
}

function sizeOfText(text: string): number {
  let size = text.length + 2
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit >= 0x80) size += extraOfWide(text, index, unit)
    else if (unit < 0x20) size += SHORT_ESCAPES.has(unit) ? 1 : 5
    else if (unit === QUOTE || unit === BACKSLASH) size += 1
  }

  return size
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Backspace, tab, line feed, form feed, carriage return: two characters each. */
const SHORT_ESCAPES = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d])

function extraOfWide(text: string, index: number, unit: number): number {
  if (unit < 0x800) return 1
  if (unit < 0xd800 || unit > 0xdfff) return 2
  const isHigh = unit < 0xdc00
  const other = text.charCodeAt(isHigh ? index + 1 : index - 1)
  const isPaired = isHigh ? other >= 0xdc00 && other <= 0xdfff : other >= 0xd800 && other < 0xdc00

  // A pair is four bytes for two units; half of one is written as an escape.
  return isPaired ? 1 : 5
}
