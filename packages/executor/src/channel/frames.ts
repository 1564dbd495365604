// The framing of the pipe between host and child: lengths, a JSON header, a raw payload. The payload
// stands apart so that a megabyte of JSON text is written once and never quoted twice. Node's own IPC
// is not used: a hostile child can crash its parent through it, in both serializations.

import { PAYLOAD_LIMIT } from '@supolka/codemode-executor-protocol'

/** What one byte of text becomes in JSON at most: an escape such as `\u0001`. */
const LARGEST_ESCAPE = 6

/** What a header holds beside the texts of a run, in bytes. */
const HEADER_ALLOWANCE = 1_048_576

/**
 * A header past this many bytes is a protocol violation. Every text that a run may send outward fits:
 * a program that throws nothing but control characters must not look like a child that breaks the rules.
 */
export const MAX_HEADER_BYTES: number = PAYLOAD_LIMIT * LARGEST_ESCAPE + HEADER_ALLOWANCE

const PREFIX_BYTES = 8

/** One frame as it arrived: its header parsed, its payload as bytes that the receiver may keep. */
export type Frame = { header: unknown; payload: Buffer }

/** The other side broke the framing; nothing after it can be trusted. */
export class FramingError extends Error {
  static {
    this.prototype.name = 'FramingError'
  }
}

/** A payload up to this size is copied behind its header: one write is cheaper than two buffers. */
const SMALL_PAYLOAD_BYTES = 16_384

/** One frame as bytes, ready to be written. A large payload is not copied. */
export function encodeFrame(header: object, payload?: Uint8Array): Array<Uint8Array> {
  const text = JSON.stringify(header)
  const headerBytes = Buffer.byteLength(text)
  const payloadBytes = payload?.byteLength ?? 0
  const isCopied = payloadBytes <= SMALL_PAYLOAD_BYTES
  const head = Buffer.allocUnsafe(PREFIX_BYTES + headerBytes + (isCopied ? payloadBytes : 0))
  head.writeUInt32LE(headerBytes, 0)
  head.writeUInt32LE(payloadBytes, 4)
  head.write(text, PREFIX_BYTES, 'utf8')
  if (payload === undefined) return [head]
  if (!isCopied) return [head, payload]
  head.set(payload, PREFIX_BYTES + headerBytes)

  return [head]
}

/** Reads frames out of chunks, however the pipe cut them. */
export class FrameReader {
  readonly #maxPayloadBytes: number
  readonly #maxHeaderBytes: number
  readonly #onFrame: (frame: Frame) => void
  /** A frame whose rest is still to come: room for all of it once its size is known. */
  #begun: Buffer = Buffer.alloc(0)
  #filled = 0

  constructor(
    maxPayloadBytes: number,
    onFrame: (frame: Frame) => void,
    maxHeaderBytes: number = MAX_HEADER_BYTES,
  ) {
    this.#maxPayloadBytes = maxPayloadBytes
    this.#maxHeaderBytes = maxHeaderBytes
    this.#onFrame = onFrame
  }

  /**
   * Calls back for each frame that is whole, in order. Throws a FramingError for a length past its
   * bound or a header that is no JSON.
   */
  push(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      const rest = chunk.subarray(at)
      const isWhole =
        this.#filled === 0 && rest.length >= PREFIX_BYTES && this.#sizeOf(rest) <= rest.length
      at += isWhole ? this.#emit(rest) : this.#fill(rest)
    }
  }

  #sizeOf(bytes: Buffer): number {
    const header = bytes.readUInt32LE(0)
    const payload = bytes.readUInt32LE(4)
    if (header > this.#maxHeaderBytes || payload > this.#maxPayloadBytes) {
      throw new FramingError(`A frame of ${header} + ${payload} bytes is past its bound.`)
    }

    return PREFIX_BYTES + header + payload
  }

  /** Hands over the frame at the start of some bytes; answers its size. */
  #emit(bytes: Buffer): number {
    const size = this.#sizeOf(bytes)
    const headerEnd = PREFIX_BYTES + bytes.readUInt32LE(0)
    const header = parseHeader(bytes.toString('utf8', PREFIX_BYTES, headerEnd))
    this.#onFrame({ header, payload: bytes.subarray(headerEnd, size) })

    return size
  }

  /** Takes what the frame begun earlier still lacks; answers how many bytes that was. */
  #fill(chunk: Buffer): number {
    const forPrefix = Math.max(0, Math.min(PREFIX_BYTES - this.#filled, chunk.length))
    if (forPrefix > 0) {
      this.#begun = Buffer.concat([
        this.#begun.subarray(0, this.#filled),
        chunk.subarray(0, forPrefix),
      ])
      this.#filled += forPrefix
    }
    if (this.#filled < PREFIX_BYTES) return forPrefix
    const size = this.#sizeOf(this.#begun)
    if (this.#begun.length < size) this.#begun = grow(this.#begun, size)
    const copied = chunk.copy(this.#begun, this.#filled, forPrefix, forPrefix + size - this.#filled)
    this.#filled += copied
    if (this.#filled === size) {
      const whole = this.#begun
      this.#begun = Buffer.alloc(0)
      this.#filled = 0
      this.#emit(whole)
    }

    return forPrefix + copied
  }
}

function grow(bytes: Buffer, size: number): Buffer {
  const larger = Buffer.allocUnsafe(size)
  bytes.copy(larger)

  return larger
}

function parseHeader(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new FramingError('A frame header is no JSON.', { cause })
  }
}
