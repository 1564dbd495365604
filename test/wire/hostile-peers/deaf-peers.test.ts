// Peers that take in less than they ask for, or give more than their own programs can take: what waits
// for them is bounded.

import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { until } from '../../lifecycle/children.ts'
import { assertBounded, MB, openFlood, PATIENCE_MS, VERSION, type Flood } from './flood.ts'
import { execution, list, openPeer, stub } from './peer.ts'
import { frame, openUpgraded, OPCODE } from './raw-socket.ts'

/** What a child may hold, three times its memory limit and more, may wait for it in the host as well. */
const ANSWERS_BOUND_MB = 256

let flood: Flood
before(async () => {
  flood = await openFlood()
})
after(() => flood.host[Symbol.asyncDispose]())

suite('a peer that never reads is cut at the same bound:', () => {
  test('asking for megabytes', async () => {
    const large = `async () => 'x'.repeat(2_097_152)`
    await flood.cutBy((peer) => {
      peer.socket.pause()
      // Released at once, so that what is unsent is all that is held.
      peer.release(peer.call('execute', ...execution(large)))
    })
  })

  test('being sent thousands of log lines', async () => {
    const logging = `async () => { for (let n = 0; n < 9_000; n += 1) console.log('x'.repeat(80)) }`
    await flood.cutBy((peer) => {
      peer.socket.pause()
      for (let count = 0; count < 6; count += 1) {
        peer.release(peer.call('execute', ...execution(logging, list(), { onLog: stub(-1) })))
      }
    })
  })

  test('asking for nothing but the version', async () => {
    await flood.healingFrom(async (earlier) => {
      await using raw = await openUpgraded(flood.host.port)
      raw.socket.pause()
      const count = 50_000
      const calls = (turn: number): Buffer =>
        Buffer.concat(
          Array.from({ length: count }, (_, index) => [
            frame(OPCODE.text, JSON.stringify(VERSION)),
            frame(OPCODE.text, `["release",${turn * count + index + 1},1]`),
          ]).flat(),
        )
      const end = performance.now() + PATIENCE_MS
      for (let turn = 0, isOpen = true; isOpen; turn += 1) {
        raw.socket.write(calls(turn))
        // oxlint-disable-next-line no-await-in-loop -- one turn after the other
        const seen = await flood.host.look()
        assertBounded(earlier, seen)
        isOpen = seen.sessions === 2
        assert.ok(performance.now() < end, 'it was not cut')
      }
    })
  })
})

test('a peer that sends pings without end and never reads is owed one pong', async () => {
  await flood.healingFrom(async (earlier) => {
    await using raw = await openUpgraded(flood.host.port)
    raw.socket.pause()
    const pings = Buffer.concat(
      Array.from({ length: 50_000 }, (_, index) =>
        frame(OPCODE.ping, index % 2 === 0 ? '' : 'x'.repeat(125)),
      ),
    )
    for (let turn = 0; turn < 20; turn += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one turn after the other
      await new Promise((resolve) => raw.socket.write(pings, resolve))
    }
    assertBounded(earlier, await flood.host.look(), 8)
    raw.socket.write(frame(OPCODE.ping, 'the last'))
    raw.socket.resume()
    await until('it is answered', () => raw.text().includes('the last'))
  })
})

test('large answers to many tool calls at a time end the run once they are more than it may hold', async () => {
  await flood.healingFrom(async (earlier) => {
    await using peer = await openPeer(flood.host.url)
    const asking = `async () => { await Promise.all(Array.from({ length: 100 }, () => tools.ask())) }`
    const providers = list({ name: 'tools', tools: list('ask') })
    const id = peer.call('execute', ...execution(asking, providers, {}, stub(-1)))
    await peer.heard(([kind, call]) => kind === 'pull' && call === 100)
    const text = JSON.stringify(JSON.stringify({ result: 'x'.repeat(4 * MB) }))
    for (let call = 1; call <= 100; call += 1) {
      const sent = Promise.withResolvers<unknown>()
      peer.socket.send(`["resolve",${call},${text}]`, sent.resolve)
      // oxlint-disable-next-line no-await-in-loop -- one turn after the other
      await sent.promise
      if (call % 5 !== 0) continue
      // oxlint-disable-next-line no-await-in-loop
      assertBounded(earlier, await flood.host.look(), ANSWERS_BOUND_MB)
    }
    const { error } = (await peer.answerTo(id)) as { error?: string }
    assert.match(error ?? '', /^Execution ran out of memory/v)
  })
})
