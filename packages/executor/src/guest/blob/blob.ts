// Blob and File over one immutable byte array.

import { defineInterface } from '../dom/define-interface.ts'
import { need } from '../dom/need.ts'
import { isObject, requireArguments, toDictionary, toDOMString, toEnum } from '../dom/webidl.ts'
import { toSequence, toUSVString } from '../dom/webidl.ts'
import { concatBytes, copyBytes, viewOfSource } from '../text/buffer-source.ts'
import { utf8Decode, utf8Encode } from '../text/utf8.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Made = { bytes: Bytes; type: string }

/** A media type as Blob keeps it: lower case, or empty where a character is not printable ASCII. */
const normalizeType = (type: string): string =>
  /^[\x20-\x7e]*$/.test(type) ? type.toLowerCase() : ''

const withNativeEndings = (text: string): string => text.replace(/\r\n?/g, '\n')

const partBytes = (part: unknown, native: boolean): Uint8Array => {
  if (isBlob(part)) return bytesOf(part)
  const view = viewOfSource(part)
  if (view !== undefined) return view
  const text = toUSVString(part)
  return utf8Encode(native ? withNativeEndings(text) : text)
}

const toPart = (part: unknown): unknown =>
  isBlob(part) || viewOfSource(part) !== undefined ? part : toUSVString(part)

/** The parts are converted before the options are read, their bytes are taken after. */
const makeBytes = (parts: unknown, init: unknown, context: string): Made => {
  const taken = parts === undefined ? [] : toSequence(parts, context, toPart)
  const options = toDictionary(init, context)
  const endings = options['endings']
  const native =
    endings !== undefined && toEnum(endings, ['transparent', 'native'], context) === 'native'
  const type = options['type']
  return {
    bytes: concatBytes(taken.map((part) => partBytes(part, native))),
    type: type === undefined ? '' : normalizeType(toDOMString(type)),
  }
}

/** Web IDL's [Clamp]: to the nearest integer, a half to the even one, NaN to 0. */
const toClamped = (value: unknown): number => {
  const number = Number(value)
  const nearest = Math.round(number)
  return (nearest - number === 0.5 && nearest % 2 !== 0 ? nearest - 1 : nearest) || 0
}

/** An index into `size` bytes, counted from the end when negative. */
const toIndex = (value: unknown, size: number, fallback: number): number => {
  if (value === undefined) return fallback
  const number = toClamped(value)
  return number < 0 ? Math.max(size + number, 0) : Math.min(number, size)
}

// Marks the runtime's own calls of the constructor, which bring bytes that need no conversion.
class Prepared {
  readonly made: Made

  constructor(made: Made) {
    this.made = made
  }
}

// Set from the static block of Blob, which alone can see the private field.
let readBytes: (blob: unknown) => Bytes | undefined

export class Blob {
  readonly #bytes: Bytes
  readonly #type: string

  static {
    readBytes = (blob) => (isObject(blob) && #bytes in blob ? blob.#bytes : undefined)
  }

  constructor(blobParts: unknown = undefined, options: unknown = undefined) {
    const made =
      blobParts instanceof Prepared
        ? blobParts.made
        : makeBytes(blobParts, options, 'Blob constructor')
    this.#bytes = made.bytes
    this.#type = made.type
  }

  get size(): number {
    return this.#bytes.length
  }

  get type(): string {
    return this.#type
  }

  slice(
    start: unknown = undefined,
    end: unknown = undefined,
    contentType: unknown = undefined,
  ): Blob {
    const { length } = this.#bytes
    const from = toIndex(start, length, 0)
    const to = toIndex(end, length, length)
    const type = contentType === undefined ? '' : normalizeType(toDOMString(contentType))
    return createBlob(this.#bytes.subarray(from, Math.max(from, to)), type)
  }

  stream(): object {
    return need('streams').createByteStream(copyBytes(this.#bytes)).stream
  }

  async text(): Promise<string> {
    return utf8Decode(this.#bytes)
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return copyBytes(this.#bytes).buffer
  }

  async bytes(): Promise<Uint8Array> {
    return copyBytes(this.#bytes)
  }
}

export class File extends Blob {
  readonly #name: string
  readonly #lastModified: number

  constructor(fileBits: unknown, fileName: unknown, options: unknown = undefined) {
    requireArguments(arguments.length, 2, 'File constructor')
    const isPrepared = fileBits instanceof Prepared
    const made = isPrepared ? fileBits.made : makeFile(fileBits, fileName, options)
    super(isPrepared ? fileBits : new Prepared(made))
    this.#name = 'name' in made ? (made as { name: string }).name : toUSVString(fileName)
    const { lastModified } = toDictionary(options, 'File constructor')
    this.#lastModified =
      lastModified === undefined ? Date.now() : Math.trunc(Number(lastModified)) || 0
  }

  get name(): string {
    return this.#name
  }

  get lastModified(): number {
    return this.#lastModified
  }
}

/** Web IDL converts the arguments in order: the bits, the name, then the options. */
const makeFile = (bits: unknown, fileName: unknown, options: unknown): Made & { name: string } => {
  if (!isObject(bits)) throw new TypeError('File constructor: the file bits are not iterable.')
  const list = toSequence(bits, 'File constructor', toPart)
  const name = toUSVString(fileName)
  return { ...makeBytes(list, options, 'File constructor'), name }
}

defineInterface(Blob, 'Blob')
defineInterface(File, 'File')

export const isBlob = (value: unknown): value is Blob => readBytes(value) !== undefined

export const isFile = (value: unknown): value is File => isBlob(value) && value instanceof File

/** The bytes behind a Blob, not to be changed. */
export const bytesOf = (blob: Blob): Bytes => readBytes(blob) as Bytes

/** A Blob that takes over the given bytes. */
export const createBlob = (bytes: Bytes, type: string): Blob =>
  new Blob(new Prepared({ bytes, type: normalizeType(type) }))

export const createFile = (
  content: { bytes: Bytes; type: string },
  name: string,
  lastModified?: number,
): File => new File(new Prepared(content), name, { lastModified })

/** The copy that structuredClone makes; the bytes are shared, nobody can change them. */
export const cloneBlob = (blob: Blob): Blob => {
  const content = { bytes: bytesOf(blob), type: blob.type }
  return isFile(blob)
    ? createFile(content, blob.name, blob.lastModified)
    : createBlob(content.bytes, content.type)
}
