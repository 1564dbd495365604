// Messages by the thousand that nobody wrote: near what clients send, and far from it. Each is answered,
// ignored or ends its own connection; none ends the server or is noticed by anybody else.

import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import fc from 'fast-check'
import { within } from '../../lifecycle/settlement.ts'
import { openGround, type Ground } from './ground.ts'
import { openPeer } from './peer.ts'

const isFull = process.env['FULL'] !== undefined
const SESSIONS = isFull ? 20_000 : 1_200
const SEED = 7

let ground: Ground
before(async () => {
  ground = await openGround({ maxCallsInFlight: 20 })
})
afterEach(() => ground.assertUntouched())
after(() => ground.end())

const KINDS = [
  'push',
  'pull',
  'resolve',
  'reject',
  'release',
  'abort',
  'stream',
  'pipe',
  'PUSH',
  '',
]
const SPECIAL = (
  'export import pipeline promise remap writable readable blob request response ' +
  'bytes date bigint error undefined inf nan url headers'
).split(' ')
const METHODS = [
  'execute',
  'invokeHandle',
  'closeHandles',
  'protocolVersion',
  'constructor',
  '__proto__',
]

const id = fc.oneof(
  fc.integer({ min: -3, max: 6 }),
  fc.double(),
  fc.constantFrom(null, '1', 1e300, 4_294_967_295, 4_294_967_296),
)
const key = fc.constantFrom('a', 'then', 'timeout', 'modules', '__proto__', 'constructor', 'signal')
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 5 },
    fc.constantFrom(null, true, 0, 1, '', 'async () => 1', 'native', 'stub', 'disabled'),
    fc.string({ maxLength: 8 }),
    fc.tuple(fc.array(tie('value'), { maxLength: 4 })),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    fc.tuple(fc.constantFrom(...SPECIAL), id),
    fc.tuple(fc.constantFrom(...SPECIAL), tie('value'), tie('value')),
  ),
}))
const call = fc.tuple(
  fc.constant('push'),
  fc.tuple(
    fc.constant('pipeline'),
    fc.constant(0),
    fc.tuple(fc.constantFrom(...METHODS)),
    fc.array(value, { maxLength: 7 }),
  ),
)
const near = fc.oneof(
  call,
  fc.tuple(fc.constantFrom('pull', 'release'), id, fc.constantFrom(0, 1, 2)),
  fc.tuple(fc.constantFrom('resolve', 'reject'), id, value),
  fc.array(fc.oneof(fc.constantFrom(...KINDS), id, value), { maxLength: 5 }),
)
/** A text with one character changed, or as it is. */
const spoiled = fc
  .tuple(near, fc.nat(200), fc.constantFrom('', '[', ']', ',', '"', '\\', '0', '{', ':', ' '))
  .map(([message, at, change]) => {
    const text = JSON.stringify(message)

    return change === '' ? text : text.slice(0, at) + change + text.slice(at + 1)
  })

async function play(messages: Array<string>): Promise<void> {
  await using peer = await openPeer(ground.url)
  for (const message of messages) peer.send(message)
  peer.socket.close()
  await within(peer.closed)
}

test(`${SESSIONS} sessions of random messages change nothing for anybody else`, async () => {
  const sessions = fc.sample(fc.array(spoiled, { minLength: 1, maxLength: 8 }), {
    numRuns: SESSIONS,
    seed: SEED,
  })
  const lane = async (): Promise<void> => {
    for (let messages = sessions.pop(); messages !== undefined; messages = sessions.pop()) {
      // oxlint-disable-next-line no-await-in-loop -- a lane works in turn
      await play(messages)
    }
  }
  await Promise.all(Array.from({ length: 8 }, () => lane()))
  assert.equal(sessions.length, 0)
})
