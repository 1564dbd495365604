// Frames that break WebSocket itself, or that no client of this protocol sends: the connection ends with
// a code and a reason in words.

import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { until } from '../../lifecycle/children.ts'
import { within } from '../../lifecycle/settlement.ts'
import { openGround, type Ground } from './ground.ts'
import { openPeer } from './peer.ts'
import {
  closeFrameOf,
  frame,
  frameHead,
  openUpgraded,
  OPCODE,
  type RawSocket,
} from './raw-socket.ts'

const UNFINISHED = 0x00
const RESERVED = 0xc0

let ground: Ground
before(async () => {
  ground = await openGround()
})
afterEach(() => ground.assertUntouched())
after(() => ground.end())

const open = (): Promise<RawSocket> => openUpgraded(ground.server.address.port)

/** Sends bytes, and answers how the server closed. */
async function closingAfter(...parts: Array<Buffer>): Promise<{ code: number; reason: string }> {
  await using raw = await open()
  for (const part of parts) raw.socket.write(part)
  await within(raw.gone)
  const closing = closeFrameOf(raw.text())
  assert.ok(closing !== undefined, 'no close frame')

  return closing
}

const protocol = { code: 1002, reason: 'The frame breaks the WebSocket protocol.' }
const message = '["push",["pipeline",0,["protocolVersion"],[]]]'

suite('a frame that', () => {
  const cases: Array<[what: string, bytes: Buffer]> = [
    ['is not masked', Buffer.from([0x81, 0x01, 0x61])],
    ['has a reserved bit', frame(OPCODE.text, message, RESERVED)],
    ['has an opcode that is none', frame(3, message)],
    ['has a control opcode that is none', frame(11)],
    ['continues nothing', frame(OPCODE.continuation, message)],
    ['is a ping in parts', frame(OPCODE.ping, 'a', UNFINISHED)],
    ['is a ping of 126 bytes', frame(OPCODE.ping, 'a'.repeat(126))],
    ['closes with one byte', frame(OPCODE.close, 'a')],
    ['closes with a code that is none', frame(OPCODE.close, Buffer.from([0x03, 0xec]))],
  ]
  for (const [what, bytes] of cases) {
    test(what, async () => assert.deepEqual(await closingAfter(bytes), protocol))
  }

  test('begins a message within a message', async () => {
    const parts = [frame(OPCODE.text, '[', UNFINISHED), frame(OPCODE.text, message)]
    assert.deepEqual(await closingAfter(...parts), protocol)
  })

  test('is binary', async () => {
    const only = { code: 1003, reason: 'Only text frames are read here.' }
    assert.deepEqual(await closingAfter(frame(OPCODE.binary, message)), only)
    assert.deepEqual(await closingAfter(frame(OPCODE.binary)), only)
  })

  test('is no UTF-8', async () => {
    const text = { code: 1007, reason: 'The text is not UTF-8.' }
    for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      assert.deepEqual(await closingAfter(frame(OPCODE.text, Buffer.from(bytes))), text)
    }
  })

  test('says that it is larger than a message may be', async () => {
    const large = { code: 1009, reason: 'The message is larger than this server takes.' }
    for (const length of [33_554_433, 2 ** 32, 2 ** 53 - 1]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      assert.deepEqual(await closingAfter(frameHead(OPCODE.text, length)), large)
    }
  })

  test('makes a message larger than it may be, in parts', async () => {
    const parts = [33_554_432, 1].map((length, index) =>
      frame(index === 0 ? OPCODE.text : OPCODE.continuation, 'a'.repeat(length), UNFINISHED),
    )
    assert.equal((await closingAfter(...parts)).code, 1009)
  })

  test('is one of more than a message may come in', async () => {
    const parts = Array.from({ length: 2_049 }, (_, index) =>
      frame(index === 0 ? OPCODE.text : OPCODE.continuation, 'a', UNFINISHED),
    )
    const pieces = { code: 1008, reason: 'The message comes in too many pieces.' }
    assert.deepEqual(await closingAfter(Buffer.concat(parts)), pieces)
  })
})

test('a message of the largest size is taken, and one byte more is not', async () => {
  const [start, end] = ['["push",["pipeline",0,["protocolVersion"],["', '"]]]']
  const room = 33_554_432 - start.length - end.length
  await using peer = await openPeer(ground.url)
  peer.send(start + 'x'.repeat(room) + end)
  assert.equal(await peer.answerTo(1), 1)
  peer.send(start + 'x'.repeat(room + 1) + end)
  const { code, reason } = await peer.closed
  assert.deepEqual(
    { code, reason },
    { code: 1009, reason: 'The message is larger than this server takes.' },
  )
})

test('a message that comes in many frames, with pings between, is one message', async () => {
  await using raw = await open()
  const letters = [...message]
  for (const [index, letter] of letters.entries()) {
    const bits = index === letters.length - 1 ? 0x80 : UNFINISHED
    raw.socket.write(frame(index === 0 ? OPCODE.text : OPCODE.continuation, letter, bits))
    raw.socket.write(frame(OPCODE.ping, 'p'))
  }
  await until('it is answered', () => raw.text().includes('["resolve",1,1]'))
  raw.socket.write(frame(OPCODE.close, Buffer.from([0x03, 0xe8])))
  await within(raw.gone)
  assert.equal(closeFrameOf(raw.text())?.code, 1000)
})

test('a peer that breaks the protocol and stays is dropped', async () => {
  await using raw = await open()
  raw.socket.allowHalfOpen = true
  await until('it is connected', () => ground.server.sessions.size === 2)
  raw.socket.write(frame(3))
  await until('it is dropped', () => ground.server.sessions.size === 1)
  assert.equal(raw.socket.closed, false)
})
