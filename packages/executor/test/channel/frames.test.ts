import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  encodeFrame,
  FrameReader,
  FramingError,
  MAX_HEADER_BYTES,
  type Frame,
} from '../../src/channel/frames.ts'

const BOUND = 1024

type Sent = { header: object; payload: Uint8Array }

const bytesOf = (sent: Array<Sent>): Buffer =>
  Buffer.concat(sent.flatMap(({ header, payload }) => encodeFrame(header, payload)))

/** What a reader makes of bytes that come in pieces, cut at `cuts`. */
function readInPieces(bytes: Buffer, cuts: Array<number>): Array<Frame> {
  const frames: Array<Frame> = []
  const reader = new FrameReader(BOUND, (frame) => frames.push(frame))
  let from = 0
  for (const cut of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
    // A copy of its own, as a socket hands out, so that a reader that keeps views is found out.
    reader.push(Buffer.from(bytes.subarray(from, cut)))
    from = cut
  }

  return frames
}

function assertFrames(frames: Array<Frame>, sent: Array<Sent>): void {
  assert.deepEqual(
    frames.map(({ header, payload }) => [header, payload.toString('hex')]),
    sent.map(({ header, payload }) => [header, Buffer.from(payload).toString('hex')]),
  )
}

const parsed = (text: string): object => JSON.parse(text)

const prefix = (header: number, payload: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32LE(header, 0)
  bytes.writeUInt32LE(payload, 4)

  return bytes
}

const three: Array<Sent> = [
  { header: { type: 'log', text: 'žluťoučký 🐎 \u2028 "quoted"' }, payload: Buffer.alloc(0) },
  { header: {}, payload: Buffer.from([0, 255, 1, 254]) },
  { header: { type: 'done', nested: [{ a: null }] }, payload: Buffer.from('[1,2,3]') },
]

test('frames split at every byte come out whole and in order', () => {
  const bytes = bytesOf(three)
  for (let cut = 0; cut <= bytes.length; cut += 1) assertFrames(readInPieces(bytes, [cut]), three)
})

test('frames that come one byte at a time come out whole and in order', () => {
  const bytes = bytesOf(three)
  assertFrames(readInPieces(bytes, [...bytes.keys()]), three)
})

test('any frames in any pieces come out as they went in', () => {
  const frame = fc.record({
    header: fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { maxKeys: 4 }),
    payload: fc.uint8Array({ maxLength: 64 }),
  })
  fc.assert(
    fc.property(
      fc.array(frame, { maxLength: 6 }),
      fc.array(fc.nat(), { maxLength: 12 }),
      (frames, places) => {
        const sent = frames.map(({ header, payload }) => ({
          // JSON has no minus zero and no lone surrogates in UTF-8: what it makes of them is sent.
          header: parsed(Buffer.from(JSON.stringify(header)).toString()),
          payload,
        }))
        const bytes = bytesOf(sent)
        const cuts = places.map((place) => place % (bytes.length + 1))
        assertFrames(readInPieces(bytes, cuts), sent)
      },
    ),
  )
})

test('random bytes give frames or a FramingError, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 8 }), (chunks) => {
      const reader = new FrameReader(BOUND, ({ payload }) => assert.ok(payload.length <= BOUND))
      try {
        for (const chunk of chunks) reader.push(Buffer.from(chunk))
      } catch (error) {
        assert.ok(error instanceof FramingError, String(error))
      }
    }),
  )
})

test('one damaged byte never makes a reader throw anything but a FramingError', () => {
  const bytes = bytesOf(three)
  fc.assert(
    fc.property(
      fc.nat(bytes.length - 1),
      fc.integer({ min: 0, max: 255 }),
      fc.nat(bytes.length),
      (at, value, cut) => {
        const damaged = Buffer.from(bytes)
        damaged[at] = value
        try {
          readInPieces(damaged, [cut])
        } catch (error) {
          assert.ok(error instanceof FramingError, String(error))
        }
      },
    ),
  )
})

test('a payload of exactly the bound passes, one byte more does not', () => {
  const read = (size: number): number => {
    let length = -1
    const reader = new FrameReader(BOUND, ({ payload }) => {
      length = payload.length
    })
    reader.push(bytesOf([{ header: {}, payload: new Uint8Array(size) }]))

    return length
  }
  assert.equal(read(BOUND), BOUND)
  assert.throws(() => read(BOUND + 1), FramingError)
})

/** What a reader makes of a header padded to some size. */
function readHeader(size: number): unknown {
  let header: unknown
  const reader = new FrameReader(BOUND, (frame) => {
    header = frame.header
  })
  const text = Buffer.alloc(size, ' ')
  text.write('{"a":1}')
  reader.push(Buffer.concat([prefix(size, 0), text]))

  return header
}

test('a header of exactly the bound passes, one byte more does not', () => {
  assert.deepEqual(readHeader(MAX_HEADER_BYTES), { a: 1 })
  assert.throws(() => readHeader(MAX_HEADER_BYTES + 1), FramingError)
})

test('a length past its bound is refused by the prefix alone, however it is split', () => {
  const tooLong = [prefix(MAX_HEADER_BYTES + 1, 0), prefix(2, BOUND + 1), prefix(2 ** 32 - 1, 0)]
  for (const bytes of tooLong) {
    for (const cut of bytes.keys()) assert.throws(() => readInPieces(bytes, [cut]), FramingError)
  }
})

test('a header that is no JSON is refused', () => {
  for (const text of ['', '{', '{"a":1}x', 'undefined', "{'a':1}", '\u{feff}{}', '[1,]']) {
    const header = Buffer.from(text)
    const bytes = Buffer.concat([prefix(header.length, 0), header])
    assert.throws(() => readInPieces(bytes, []), FramingError, JSON.stringify(text))
  }
})

test('a header of brackets as deep as the bound allows does not exhaust the stack', () => {
  const header = Buffer.alloc(4 * 1_048_576, '[')
  const bytes = Buffer.concat([prefix(header.length, 0), header])
  assert.throws(() => readInPieces(bytes, [9]), FramingError)
})

test('a prototype member in a header is an own member and nothing else', () => {
  const header = Buffer.from('{"__proto__":{"polluted":true}}')
  const [frame] = readInPieces(Buffer.concat([prefix(header.length, 0), header]), [])
  assert.deepEqual(Object.keys(frame?.header ?? {}), ['__proto__'])
  assert.equal(Reflect.get({}, 'polluted'), undefined)
})

test('an announced payload that never comes emits nothing', () => {
  const bytes = bytesOf([{ header: {}, payload: new Uint8Array(100) }])
  assert.deepEqual(readInPieces(bytes.subarray(0, -1), [20]), [])
})

test('a payload is not overwritten by the frames behind it', () => {
  const sent = Array.from({ length: 50 }, (_, index) => ({
    header: { index },
    payload: Buffer.alloc(20, index),
  }))
  const bytes = bytesOf(sent)
  assertFrames(
    readInPieces(
      bytes,
      Array.from({ length: 30 }, (_, index) => (index * 97) % bytes.length),
    ),
    sent,
  )
})
