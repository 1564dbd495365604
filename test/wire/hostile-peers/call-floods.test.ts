// Peers that begin more calls than they may: refused in words as long as they wait for their answers, and
// cut off when they do not.

import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { assertBounded, CALLS_IN_FLIGHT, openFlood, SLOW, VERSION, type Flood } from './flood.ts'
import { execution, openPeer } from './peer.ts'

let flood: Flood
before(async () => {
  flood = await openFlood()
})
after(() => flood.host[Symbol.asyncDispose]())

suite('calls that a peer', () => {
  test('never pulls nor releases are cut at twice the calls that it may have open', async () => {
    assert.equal(
      await flood.cutBy((peer) => {
        for (let count = 0; count < 20_000; count += 1) peer.send(VERSION)
      }),
      'This connection has 101 open calls.',
    )
  })

  test('pulls and never releases are cut all the same', async () => {
    assert.equal(
      await flood.cutBy((peer) => {
        for (let count = 0; count < 60; count += 1) peer.call('protocolVersion')
      }),
      'This connection has 101 open calls.',
    )
  })

  test('releases before they are answered count until they are', async () => {
    await flood.healingFrom(async (earlier) => {
      await using peer = await openPeer(flood.host.url)
      let last = 0
      const push = (method: string, ...args: Array<unknown>): number => {
        peer.send(['push', ['pipeline', 0, [method], args]])
        last += 1

        return last
      }
      for (let turn = 0; turn < 20; turn += 1) {
        for (let count = 0; count < 45; count += 1)
          peer.release(push('execute', ...execution(SLOW)))
        const fence = push('protocolVersion')
        // oxlint-disable-next-line no-await-in-loop -- one turn after the other
        await peer.answerTo(fence)
        peer.release(fence)
      }
      const seen = await flood.host.look()
      assertBounded(earlier, seen)
      assert.equal(seen.running + seen.queueDepth, 1 + CALLS_IN_FLIGHT)
    })
  })
})

test('calls by the thousand that are released as they should be change nothing', async () => {
  await flood.healingFrom(async (earlier) => {
    await using peer = await openPeer(flood.host.url)
    for (let turn = 0; turn < 40; turn += 1) {
      const ids = Array.from({ length: 90 }, () => peer.call('protocolVersion'))
      // oxlint-disable-next-line no-await-in-loop -- one turn after the other
      await peer.answerTo(ids.at(-1) ?? 0)
      for (const id of ids) peer.release(id)
      peer.frames.length = 0
      // oxlint-disable-next-line no-await-in-loop
      if (turn % 10 === 0) await flood.host.assertUntouched()
    }
    assertBounded(earlier, await flood.host.look(), 4)
  })
})

suite('executions beyond those that a connection may have open', () => {
  test('are refused as retryable, in words, and the connection goes on', async () => {
    await flood.healingFrom(async () => {
      await using peer = await openPeer(flood.host.url)
      const open = new Set(
        Array.from({ length: 50 }, () => peer.call('execute', ...execution(SLOW))),
      )
      const beyond = Array.from({ length: 30 }, () => peer.call('execute', ...execution(SLOW)))
      for (const id of beyond) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
        const [, , error] = await peer.heard(([kind, of]) => kind === 'reject' && of === id)
        assert.deepEqual(error, [
          'error',
          'ExecutorError',
          'This connection is at its bound of 50 open calls. Retry when one of them settles.',
          null,
          { code: 'QUEUE_OVERFLOW', retryable: true },
        ])
        peer.release(id)
      }
      assert.equal(await peer.answerTo(peer.call('protocolVersion')), 1)
      assert.equal(
        peer.frames.some(([, id]) => open.has(Number(id))),
        false,
      )
    })
  })

  test('are refused again and again without end, and nothing piles up', async () => {
    await flood.healingFrom(async (earlier) => {
      await using peer = await openPeer(flood.host.url)
      for (let count = 0; count < 50; count += 1) peer.call('execute', ...execution(SLOW))
      for (let turn = 0; turn < 20; turn += 1) {
        const ids = Array.from({ length: 45 }, () => peer.call('execute', ...execution(SLOW)))
        // oxlint-disable-next-line no-await-in-loop -- one turn after the other
        for (const id of ids) assert.match(await peer.refusalOf(id), /at its bound of 50/v)
        for (const id of ids) peer.release(id)
        peer.frames.length = 0
      }
      assertBounded(earlier, await flood.host.look(), 4)
    })
  })
})
