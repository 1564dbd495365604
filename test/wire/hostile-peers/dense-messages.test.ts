// Messages that are small on the wire and large once they are parsed: refused by what they would become.

import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { openGround, type Ground } from './ground.ts'
import { openPeer } from './peer.ts'

const MESSAGE_BYTES = 33_554_432

let ground: Ground
before(async () => {
  ground = await openGround()
})
afterEach(() => ground.assertUntouched())
after(() => ground.end())

async function reasonFor(message: string): Promise<string> {
  await using peer = await openPeer(ground.url)
  peer.send(message)

  return (await peer.closed).reason
}

const withArgument = (argument: string): string =>
  `["push",["pipeline",0,["protocolVersion"],[${argument}]]]`

/** A call whose one argument is `part` again and again, as large as a message may be. */
function filled(part: string, close = ''): string {
  const room = MESSAGE_BYTES - withArgument(close).length - 4

  return withArgument(`[[${part.repeat(Math.floor(room / (part.length + 1)) - 1)}1${close}]]`)
}

test('32 MB of empty lists, objects, numbers or brackets are not parsed', async () => {
  for (const part of ['[],', '{},', '0,', '[[],[]],', '{"a":1},', '"",']) {
    // oxlint-disable-next-line no-await-in-loop -- one message of 32 MB at a time
    assert.match(await reasonFor(filled(part)), /holds more than 100000 values/v)
  }
  assert.match(await reasonFor('['.repeat(MESSAGE_BYTES)), /holds more than 100000 values/v)
})

test('commas and brackets inside texts are no values', async () => {
  await using peer = await openPeer(ground.url)
  const text = '[{,"\\'.repeat(1_000_000)
  const id = peer.call('protocolVersion', text)
  assert.equal(await peer.answerTo(id), 1)
})

test('a text that never ends is no JSON', async () => {
  assert.match(await reasonFor(`["push","${'\\"'.repeat(1_000_000)}`), /not JSON/v)
  assert.match(await reasonFor(`["push","${'[,'.repeat(1_000_000)}`), /not JSON/v)
})

test('deep nesting ends the connection, however many levels there are', async () => {
  for (const depth of [65, 200, 1_000, 30_000]) {
    for (const [open, close] of [
      ['[[', ']]'],
      ['{"a":', '}'],
      ['["error","Error","",null,{"a":', '}]'],
    ] as const) {
      const message = withArgument(open.repeat(depth) + '1' + close.repeat(depth))
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      assert.match(await reasonFor(message), /nested deeper than 64 levels|more than 100000/v)
    }
  }
})

test('nesting that requests do not need is still taken', async () => {
  await using peer = await openPeer(ground.url)
  peer.send(withArgument('[['.repeat(60) + ']]'.repeat(60)))
  assert.equal(await peer.answerTo(1), 1)
})
