// TextDecoder: whole UTF-8 input goes the short way, streams and other encodings through the library.

import { normalizeEncoding, TextDecoder as Decoder } from '@exodus/bytes/encoding.js'
import { defineInterface } from '../dom/define-interface.ts'
import { toDictionary, toDOMString } from '../dom/webidl.ts'
import { viewOfSource } from './buffer-source.ts'
import { utf8DecodeFatal, utf8DecodeKeepingMark, withoutMark } from './utf8.ts'

type LibraryDecoder = { decode(bytes: Uint8Array, options: { stream: boolean }): string }
const LibraryDecoder = Decoder as unknown as new (
  encoding: string,
  options: { fatal: boolean; ignoreBOM: boolean },
) => LibraryDecoder

const encodingFor = (label: string): string => {
  const encoding = normalizeEncoding(label)
  if (encoding === null || encoding === 'replacement') {
    throw new RangeError(`TextDecoder: "${label}" is not the label of an encoding.`)
  }
  return encoding
}

const NO_BYTES = new Uint8Array(0)

const bytesOf = (input: unknown): Uint8Array => {
  if (input === undefined) return NO_BYTES
  const view = viewOfSource(input)
  if (view === undefined) {
    throw new TypeError('TextDecoder.decode: the input is neither a buffer nor a view.')
  }
  return view
}

export class TextDecoder {
  readonly #encoding: string
  readonly #fatal: boolean
  readonly #ignoreMark: boolean
  // Present while a stream is under way; it holds the bytes of an unfinished character.
  #stream: LibraryDecoder | null = null

  constructor(label: unknown = 'utf-8', options: unknown = undefined) {
    this.#encoding = encodingFor(toDOMString(label))
    const { fatal, ignoreBOM } = toDictionary(options, 'TextDecoder constructor')
    this.#fatal = Boolean(fatal)
    this.#ignoreMark = Boolean(ignoreBOM)
  }

  get encoding(): string {
    return this.#encoding
  }
  get fatal(): boolean {
    return this.#fatal
  }
  get ignoreBOM(): boolean {
    return this.#ignoreMark
  }

  decode(input: unknown = undefined, options: unknown = undefined): string {
    const encoding = this.#encoding
    const stream = Boolean(toDictionary(options, 'TextDecoder.decode')['stream'])
    const bytes = bytesOf(input)
    if (this.#stream === null && !stream && encoding === 'utf-8') {
      const content = this.#ignoreMark ? bytes : withoutMark(bytes)
      return this.#fatal ? utf8DecodeFatal(content) : utf8DecodeKeepingMark(content)
    }
    this.#stream ??= new LibraryDecoder(encoding, {
      fatal: this.#fatal,
      ignoreBOM: this.#ignoreMark,
    })
    const text = this.#stream.decode(bytes, { stream })
    if (!stream) this.#stream = null
    return text
  }
}

defineInterface(TextDecoder, 'TextDecoder')
