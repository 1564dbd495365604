// Peers that make the server hold more than a connection may, in every place where it holds something:
// they are cut off at the bound.

import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { MB, openFlood, OVER_BYTES, SLOW, type Flood } from './flood.ts'
import { execution, list } from './peer.ts'

let flood: Flood
before(async () => {
  flood = await openFlood()
})
after(() => flood.host[Symbol.asyncDispose]())

suite('bytes that a peer makes the server hold are cut at their bound:', () => {
  const megabyte = 'x'.repeat(MB)

  test('requests that wait', async () => {
    const reason = await flood.cutBy((peer) => {
      peer.call('execute', ...execution(`${SLOW}//${megabyte}`))
    })
    assert.match(reason, OVER_BYTES)
  })

  test('requests that wait, released before they are answered', async () => {
    const reason = await flood.cutBy((peer) => {
      peer.release(peer.call('execute', ...execution(`${SLOW}//${megabyte}`)))
    })
    assert.match(reason, OVER_BYTES)
  })

  test('arguments that the contract does not have', async () => {
    const reason = await flood.cutBy((peer) => {
      peer.call(
        'execute',
        ...execution(SLOW, list(), { junk: megabyte }, null, 'native', null, megabyte),
      )
    })
    assert.match(reason, OVER_BYTES)
  })

  test('requests of many small values', async () => {
    const values = list(...Array.from({ length: 30_000 }, () => ({})))
    const reason = await flood.cutBy((peer) => {
      peer.call('execute', ...execution(SLOW, list(), { junk: values }))
    })
    assert.match(reason, OVER_BYTES)
  })

  test('answers that are never released', async () => {
    const reason = await flood.cutBy(async (peer) => {
      await Promise.race([
        peer.answerTo(peer.call('execute', ...execution(`async () => 'x'.repeat(1_048_576)`))),
        peer.closed,
      ]).catch(() => undefined)
      peer.frames.length = 0
    })
    assert.match(reason, OVER_BYTES)
  })

  test('answers that are never pulled', async () => {
    const call = execution(`async () => 'x'.repeat(1_048_576)`)
    const reason = await flood.cutBy((peer) =>
      peer.send(['push', ['pipeline', 0, ['execute'], call]]),
    )
    assert.match(reason, OVER_BYTES)
  })

  test('failures that are never released', async () => {
    const large = 'y'.repeat(MB)
    const reason = await flood.cutBy((peer) => {
      peer.call('closeHandles', large)
    })
    assert.match(reason, OVER_BYTES)
  })
})
