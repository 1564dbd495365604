// Base64 of RFC 4648 with padding, by the engine where it can and by table elsewhere. `atob` and
// `Buffer` are no options: a bare isolate has neither.

import {
  apply,
  CapturedSyntaxError,
  CapturedTypeError,
  CapturedUint8Array,
  charCodeAt,
  fromBase64,
  fromCharCode,
  toBase64,
  typedArrayBrand,
  typedArrayBuffer,
  typedArrayByteLength,
} from './primordials.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const PAD = 61
const NO_DIGIT = 0x80
const STRICT = { __proto__: null, alphabet: 'base64', lastChunkHandling: 'strict' }

const CHUNK_LENGTH = 4096

/** Tables of the table-driven ways, and room for a chunk of text. */
type Tables = { codes: Uint8Array; digits: Uint8Array; chunk: Uint8Array }

let tables: Tables | undefined

// Made at first use: every isolate loads this module, and few programs carry bytes.
function useTables(): Tables {
  if (tables !== undefined) return tables
  const codes = new CapturedUint8Array(64)
  const digits = new CapturedUint8Array(128)
  for (let code = 0; code < 128; code += 1) digits[code] = NO_DIGIT
  for (let digit = 0; digit < 64; digit += 1) {
    const code = charCodeAt(ALPHABET, digit)
    codes[digit] = code
    digits[code] = digit
  }
  tables = { codes, digits, chunk: new CapturedUint8Array(CHUNK_LENGTH) }
  return tables
}

let isEncoderRight: boolean | undefined

// Some engines have an encoder behind a flag that ignores where a view begins (V8 13.6 does).
function encoderOfEngine(): typeof toBase64 {
  if (toBase64 === undefined) return undefined
  if (isEncoderRight === undefined) {
    // Written one by one: making it from a list would run the list's iterator.
    const bytes = new CapturedUint8Array(4)
    for (let index = 0; index < 4; index += 1) bytes[index] = index
    isEncoderRight = toBase64(new CapturedUint8Array(typedArrayBuffer(bytes), 1)) === 'AQID'
  }
  return isEncoderRight ? toBase64 : undefined
}

// The indices below stay inside their tables, so the fallback to 0 is never taken.
const codeOf = ({ codes }: Tables, digit: number): number => codes[digit & 63] ?? 0
const byteOf = (bytes: Uint8Array, index: number): number => bytes[index] ?? 0

function encodeByTable(bytes: Uint8Array, length: number): string {
  const given = useTables()
  const { chunk } = given
  const whole = length - (length % 3)
  let text = ''
  let used = 0
  for (let index = 0; index < whole; index += 3) {
    const group =
      (byteOf(bytes, index) << 16) | (byteOf(bytes, index + 1) << 8) | byteOf(bytes, index + 2)
    chunk[used] = codeOf(given, group >> 18)
    chunk[used + 1] = codeOf(given, group >> 12)
    chunk[used + 2] = codeOf(given, group >> 6)
    chunk[used + 3] = codeOf(given, group)
    used += 4
    if (used === CHUNK_LENGTH) {
      text += apply(fromCharCode, undefined, chunk)
      used = 0
    }
  }
  for (let index = 0; index < used; index += 4) {
    text += fromCharCode(
      chunk[index] ?? 0,
      chunk[index + 1] ?? 0,
      chunk[index + 2] ?? 0,
      chunk[index + 3] ?? 0,
    )
  }
  if (whole === length) return text
  const first = byteOf(bytes, whole)
  if (whole + 1 === length) {
    return text + fromCharCode(codeOf(given, first >> 2), codeOf(given, first << 4), PAD, PAD)
  }
  const pair = (first << 8) | byteOf(bytes, whole + 1)
  return (
    text +
    fromCharCode(codeOf(given, pair >> 10), codeOf(given, pair >> 4), codeOf(given, pair << 2), PAD)
  )
}

/** The base64 text of some bytes. A value that is no `Uint8Array` throws `TypeError`. */
export function encodeBase64(bytes: Uint8Array): string {
  if (typedArrayBrand(bytes) !== 'Uint8Array') {
    throw new CapturedTypeError('encodeBase64 takes a Uint8Array.')
  }
  const length = typedArrayByteLength(bytes)
  // A detached array has no bytes; the engine's own encoder would throw for it.
  if (length === 0) return ''
  const encode = encoderOfEngine()
  return encode === undefined ? encodeByTable(bytes, length) : encode(bytes)
}

function digitAt(text: string, index: number, digits: Uint8Array): number {
  const code = charCodeAt(text, index)
  return code < 128 ? (digits[code] ?? NO_DIGIT) : NO_DIGIT
}

function decodeByTable(text: string, length: number, pads: number): Uint8Array | undefined {
  const bytes = new CapturedUint8Array(length)
  const { digits: table } = useTables()
  const digits = text.length - pads
  let seen = 0
  let at = 0
  for (let index = 0; index < digits; index += 4) {
    const a = digitAt(text, index, table)
    const b = digitAt(text, index + 1, table)
    const c = index + 2 < digits ? digitAt(text, index + 2, table) : 0
    const d = index + 3 < digits ? digitAt(text, index + 3, table) : 0
    seen |= a | b | c | d
    // Bits that no byte takes must be zero, so that every byte sequence has exactly one text.
    const spare = index + 4 <= digits ? 0 : index + 3 === digits ? c & 3 : b & 15
    if (spare !== 0) return undefined
    // Writes past the end of a typed array are dropped, which is what the padding asks for.
    bytes[at] = (a << 2) | (b >> 4)
    bytes[at + 1] = (b << 4) | (c >> 2)
    bytes[at + 2] = (c << 6) | d
    at += 3
  }
  return (seen & NO_DIGIT) === 0 ? bytes : undefined
}

function decodeByEngine(
  decode: (text: string, options: object) => Uint8Array,
  text: string,
  length: number,
): Uint8Array | undefined {
  try {
    const bytes = apply(decode, CapturedUint8Array, [text, STRICT])
    // The engine skips white space, which this format does not have.
    return typedArrayByteLength(bytes) === length ? bytes : undefined
  } catch {
    // Text that is no base64 is an answer here, not a failure.
    return undefined
  }
}

/** The bytes of a padded, canonical base64 text, or undefined when it is none. Never throws. */
export function tryDecodeBase64(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string' || text.length % 4 !== 0) return undefined
  if (text === '') return new CapturedUint8Array(0)
  let pads = 0
  if (charCodeAt(text, text.length - 1) === PAD) {
    pads = charCodeAt(text, text.length - 2) === PAD ? 2 : 1
  }
  const length = (text.length / 4) * 3 - pads
  return fromBase64 === undefined
    ? decodeByTable(text, length, pads)
    : decodeByEngine(fromBase64, text, length)
}

/** The bytes of a base64 text. Text that is not padded, canonical base64 throws `SyntaxError`. */
export function decodeBase64(text: string): Uint8Array {
  const bytes = tryDecodeBase64(text)
  if (bytes === undefined) throw new CapturedSyntaxError('The text is not base64.')
  return bytes
}
