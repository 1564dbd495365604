// TextEncoder, UTF-8 only as the standard has it.

import { defineInterface } from '../dom/define-interface.ts'
import { requireArguments, toDOMString, toUSVString } from '../dom/webidl.ts'
import { typedArrayName } from './buffer-source.ts'
import { utf8Encode } from './utf8.ts'

/** How many bytes a code point takes in UTF-8. */
const utf8Length = (codePoint: number): number => {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}

/** The length in code units of the longest prefix whose encoding fits `room` bytes. */
const fittingPrefix = (text: string, room: number): number => {
  let units = 0
  for (let left = room; units < text.length;) {
    const codePoint = text.codePointAt(units) as number
    left -= utf8Length(codePoint)
    if (left < 0) return units
    units += codePoint > 0xffff ? 2 : 1
  }
  return units
}

export class TextEncoder {
  // The field is the brand: reading it throws for a foreign receiver.
  readonly #encoding: string = 'utf-8'

  get encoding(): string {
    return this.#encoding
  }

  encode(input: unknown = ''): Uint8Array<ArrayBuffer> {
    void this.#encoding
    return utf8Encode(input === undefined ? '' : toDOMString(input))
  }

  encodeInto(source: unknown, destination: unknown): { read: number; written: number } {
    requireArguments(arguments.length, 2, 'TextEncoder.encodeInto')
    void this.#encoding
    const text = toUSVString(source)
    if (typedArrayName(destination) !== 'Uint8Array') {
      throw new TypeError('TextEncoder.encodeInto: the destination is not a Uint8Array.')
    }
    const target = destination as Uint8Array
    const room = target.length
    let read = text.length
    // No string is longer in code units than in bytes, so most of a long text need not be looked at.
    if (read * 3 > room)
      read = fittingPrefix(text.length > room ? text.slice(0, room + 1) : text, room)
    const bytes = utf8Encode(text.slice(0, read))
    // Nothing fits a detached destination, and nothing can be set there.
    if (bytes.length > 0) target.set(bytes)
    return { read, written: bytes.length }
  }
}

defineInterface(TextEncoder, 'TextEncoder')
