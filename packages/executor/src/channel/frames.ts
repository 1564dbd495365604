// The framing of the pipe between host and child: lengths, a JSON header, a raw payload. The payload
// stands apart so that a megabyte of JSON text is written once and never quoted twice. Node's own IPC
// is not used: a hostile child can crash its parent through it, in both serializations.

/** A header past this many bytes is a protocol violation. Escaped text of a full console fits. */
export const MAX_HEADER_BYTES: number = 16 * 1_048_576

const PREFIX_BYTES = 8

/** One frame as it arrived: its header parsed, its payload as bytes that the receiver may keep. */
export type Frame = { header: unknown; payload: Buffer }

/** Thrown by a reader when the other side broke the framing; nothing after it can be trusted. */
export class FramingError extends Error {
  static {
    this.prototype.name = 'FramingError'
  }
}

/** One frame as bytes, ready to be written. The payload is not copied. */
export function encodeFrame(header: object, payload?: Uint8Array): Array<Uint8Array> {
  const text = JSON.stringify(header)
  const headerBytes = Buffer.byteLength(text)
  const head = Buffer.allocUnsafe(PREFIX_BYTES + headerBytes)
  head.writeUInt32LE(headerBytes, 0)
  head.writeUInt32LE(payload?.byteLength ?? 0, 4)
  head.write(text, PREFIX_BYTES, 'utf8')

  return payload === undefined || payload.byteLength === 0 ? [head] : [head, payload]
}

/**
 * Reads frames out of chunks. `push` calls `onFrame` for each whole frame, in order, and throws a
 * FramingError for a length past its bound or a header that is no JSON.
 */
export function createFrameReader(
  maxPayloadBytes: number,
  onFrame: (frame: Frame) => void,
): (chunk: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0)
  let filled = 0

  const sizeOf = (bytes: Buffer): number => {
    const header = bytes.readUInt32LE(0)
    const payload = bytes.readUInt32LE(4)
    if (header > MAX_HEADER_BYTES || payload > maxPayloadBytes) {
      throw new FramingError(`A frame of ${header} + ${payload} bytes is past its bound.`)
    }

    return PREFIX_BYTES + header + payload
  }

  const emit = (bytes: Buffer): void => {
    const headerEnd = PREFIX_BYTES + bytes.readUInt32LE(0)
    onFrame({ header: parseHeader(bytes, headerEnd), payload: bytes.subarray(headerEnd) })
  }

  /** Takes what a frame begun in an earlier chunk still lacks; answers how much it took. */
  const fill = (chunk: Buffer): number => {
    let taken = 0
    if (filled < PREFIX_BYTES) {
      taken = Math.min(PREFIX_BYTES - filled, chunk.length)
      pending = Buffer.concat([pending.subarray(0, filled), chunk.subarray(0, taken)])
      filled = pending.length
      if (filled < PREFIX_BYTES) return taken
    }
    const size = sizeOf(pending)
    if (pending.length < size) {
      const whole = Buffer.allocUnsafe(size)
      pending.copy(whole, 0, 0, filled)
      pending = whole
    }
    const copied = chunk.copy(pending, filled, taken, taken + size - filled)
    filled += copied
    if (filled === size) {
      const frame = pending
      pending = Buffer.alloc(0)
      filled = 0
      emit(frame)
    }

    return taken + copied
  }

  return (chunk) => {
    let at = 0
    while (at < chunk.length) {
      const rest = chunk.subarray(at)
      const size = filled === 0 && rest.length >= PREFIX_BYTES ? sizeOf(rest) : Infinity
      if (size <= rest.length) {
        emit(rest.subarray(0, size))
        at += size
      } else {
        at += fill(rest)
      }
    }
  }
}

function parseHeader(bytes: Buffer, end: number): unknown {
  try {
    return JSON.parse(bytes.toString('utf8', PREFIX_BYTES, end))
  } catch (cause) {
    throw new FramingError('A frame header is no JSON.', { cause })
  }
}
