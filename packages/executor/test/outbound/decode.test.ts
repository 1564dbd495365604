import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import zlib from 'node:zlib'
import { decodeBody, parseCodings } from '../../src/outbound/decode.ts'

const TEXT = Buffer.from('the quick brown fox '.repeat(500))
const BOUND = 100_000

type Encode = (bytes: Buffer<ArrayBuffer>) => Buffer<ArrayBuffer>

const ENCODERS: Array<[coding: string, encode: Encode]> = [
  ['gzip', (bytes) => zlib.gzipSync(bytes)],
  ['x-gzip', (bytes) => zlib.gzipSync(bytes)],
  ['deflate', (bytes) => zlib.deflateSync(bytes)],
  ['deflate', (bytes) => zlib.deflateRawSync(bytes)],
  ['br', (bytes) => zlib.brotliCompressSync(bytes)],
  ['zstd', (bytes) => zlib.zstdCompressSync(bytes)],
]

suite('decodeBody', () => {
  for (const [coding, encode] of ENCODERS) {
    test(`decodes ${coding} (${encode(TEXT).subarray(0, 2).toString('hex')})`, async () => {
      assert.deepEqual(Buffer.from(await bytesOf(encode(TEXT), [coding])), TEXT)
    })

    test(`decodes what there is of a truncated ${coding}`, async () => {
      const original = randomText(72_000)
      const encoded = encode(original)
      const decoded = await bytesOf(encoded.subarray(0, encoded.length - 4), [coding])
      assert.deepEqual(Buffer.from(decoded), original.subarray(0, decoded.length))
    })

    test(`stops ${coding} at the bound of the decoded size`, async () => {
      const bomb = encode(Buffer.alloc(64 << 20))
      assert.ok(bomb.length < BOUND)
      assert.equal(await decodeBody(bomb, [coding], BOUND), 'too-large')
      assert.equal((await bytesOf(encode(Buffer.alloc(BOUND)), [coding])).length, BOUND)
      assert.equal(await decodeBody(encode(Buffer.alloc(BOUND + 1)), [coding], BOUND), 'too-large')
    })

    test(`refuses what is not ${coding}`, async () => {
      const garbage = Buffer.from('\xffthis was never encoded', 'latin1')
      assert.equal(await decodeBody(garbage, [coding], BOUND), 'encoding')
    })
  }

  test('takes layers off in reverse, each within the bound, and not many of them', async () => {
    const layered = zlib.brotliCompressSync(zlib.gzipSync(TEXT))
    assert.deepEqual(Buffer.from(await bytesOf(layered, ['gzip', 'br'])), TEXT)
    const bomb = zlib.gzipSync(zlib.gzipSync(Buffer.alloc(64 << 20)))
    assert.equal(await decodeBody(bomb, ['gzip', 'gzip'], BOUND), 'too-large')
    const many = Array.from({ length: 6 }, () => 'gzip')
    assert.equal(await decodeBody(zlib.gzipSync(TEXT), many, BOUND), 'encoding')
  })

  test('refuses a zstd window larger than HTTP allows', async () => {
    const { ZSTD_c_windowLog: windowLog, ZSTD_c_contentSizeFlag: sizeFlag } = zlib.constants
    const wide = zlib.zstdCompressSync(Buffer.alloc(1_000), {
      params: { [windowLog]: 27, [sizeFlag]: 0 },
      finishFlush: zlib.constants.ZSTD_e_flush,
    })
    assert.equal(await decodeBody(wide, ['zstd'], BOUND), 'encoding')
  })
})

test('parseCodings reads lists and repeated fields, and knows what it does not know', () => {
  assert.deepEqual(parseCodings(['GZIP, identity ,', 'br']), ['gzip', 'br'])
  assert.deepEqual(parseCodings([]), [])
  assert.deepEqual(parseCodings(['identity']), [])
  assert.equal(parseCodings(['gzip, compress']), undefined)
  assert.equal(parseCodings(['__proto__']), undefined)
})

async function bytesOf(
  body: Uint8Array<ArrayBuffer>,
  codings: Array<string>,
): Promise<Uint8Array<ArrayBuffer>> {
  const decoded = await decodeBody(body, codings, BOUND)
  assert.ok(typeof decoded !== 'string', String(decoded))
  return decoded
}

function randomText(length: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(length)
  for (let index = 0; index < length; index += 1) {
    bytes[index] = Math.trunc(Math.random() * 64)
  }
  return bytes
}
