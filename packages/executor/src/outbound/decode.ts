// Takes the content codings off a response body, with a bound on what comes out of each.

import { promisify } from 'node:util'
import zlib from 'node:zlib'

type Bytes = Uint8Array<ArrayBuffer>

/** The decoded body, or why there is none. */
type Decoded = Bytes | 'too-large' | 'encoding'

type Decode = (body: Bytes, bound: number) => Promise<Bytes>

const gunzip = promisify(zlib.gunzip)
const inflate = promisify(zlib.inflate)
const inflateRaw = promisify(zlib.inflateRaw)
const brotliDecompress = promisify(zlib.brotliDecompress)
const zstdDecompress = promisify(zlib.zstdDecompress)

const CHUNK_SIZE = 65_536
const MOST_CODINGS = 5

// A window is memory that the sender picks. HTTP caps that of zstd at 8 MiB, which is this power.
const ZSTD_WINDOW_LOG = 23

// A body that ends early decodes to what there is, as it does in browsers.
const {
  Z_SYNC_FLUSH,
  BROTLI_OPERATION_FLUSH,
  ZSTD_e_flush: ZSTD_FLUSH,
  ZSTD_d_windowLogMax: ZSTD_WINDOW,
} = zlib.constants

const zlibOptions = (bound: number): zlib.ZlibOptions => ({
  chunkSize: CHUNK_SIZE,
  maxOutputLength: Math.max(bound, 1),
  flush: Z_SYNC_FLUSH,
  finishFlush: Z_SYNC_FLUSH,
})

const decodeGzip: Decode = (body, bound) => gunzip(body, zlibOptions(bound))

// Servers send this coding with and without the zlib wrapper, whose first byte names the method.
const decodeDeflate: Decode = (body, bound) =>
  ((body[0] ?? 0) & 0x0f) === 8
    ? inflate(body, zlibOptions(bound))
    : inflateRaw(body, zlibOptions(bound))

const decodeBrotli: Decode = (body, bound) =>
  brotliDecompress(body, {
    chunkSize: CHUNK_SIZE,
    maxOutputLength: Math.max(bound, 1),
    flush: BROTLI_OPERATION_FLUSH,
    finishFlush: BROTLI_OPERATION_FLUSH,
  })

const decodeZstd: Decode = (body, bound) =>
  zstdDecompress(body, {
    chunkSize: CHUNK_SIZE,
    maxOutputLength: Math.max(bound, 1),
    finishFlush: ZSTD_FLUSH,
    params: { [ZSTD_WINDOW]: ZSTD_WINDOW_LOG },
  })

const DECODERS: ReadonlyMap<string, Decode> = new Map([
  ['gzip', decodeGzip],
  ['x-gzip', decodeGzip],
  ['deflate', decodeDeflate],
  ['br', decodeBrotli],
  ['zstd', decodeZstd],
])

/**
 * Reads content-encoding fields into the codings to take off, first applied first. Nothing when
 * one of them is not understood: such a body is passed on as it came.
 */
export function parseCodings(fields: Array<string>): Array<string> | undefined {
  const codings = fields
    .join(',')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
  return codings.every((coding) => DECODERS.has(coding)) ? codings : undefined
}

/** Decodes `body` by `codings`, which `parseCodings` gave. Each layer may hold `bound` bytes. */
export async function decodeBody(
  body: Bytes,
  codings: Array<string>,
  bound: number,
): Promise<Decoded> {
  if (codings.length > MOST_CODINGS) {
    return 'encoding'
  }
  let decoded = body
  for (const coding of codings.toReversed()) {
    const decode = DECODERS.get(coding)
    if (decode === undefined) {
      return 'encoding'
    }
    try {
      // oxlint-disable-next-line no-await-in-loop -- each layer is made of the one before
      decoded = await decode(decoded, bound)
    } catch (error) {
      return isOverBound(error) ? 'too-large' : 'encoding'
    }
  }
  return decoded
}

function isOverBound(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
}
