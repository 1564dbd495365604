// Handles and those who have no business with them: an id that was not granted opens nothing, and says
// nothing of those that were.

import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { until } from '../../lifecycle/children.ts'
import { openGround, type Ground } from './ground.ts'
import { execution, list, openPeer, stub, type Frame, type Peer } from './peer.ts'

let ground: Ground
before(async () => {
  ground = await openGround({ replica: 'a', workers: 4 })
})
afterEach(() => ground.assertUntouched())
after(() => ground.end())

const request = { method: 'GET', url: 'http://a.test/', headers: list(), body: null }
const counting = 'async () => { let n = 0; return () => new Response(String((n += 1))) }'

/** Retains an execution, and answers its id. */
async function retain(peer: Peer, code = counting, ...rest: Array<unknown>): Promise<string> {
  const args = execution(code, list(), { retainHandles: true }, null, ...rest)
  const { executionId } = (await peer.answerTo(peer.call('execute', ...args))) as {
    executionId: string
  }

  return executionId
}

/** The error that a call is rejected with: its text and its own properties. */
async function errorOf(peer: Peer, method: string, ...args: Array<unknown>): Promise<Frame> {
  const id = peer.call(method, ...args)
  const [, , error] = await peer.heard(([kind, of]) => kind === 'reject' && of === id)
  peer.release(id)
  const [, , message, , properties] = error as Frame

  return [message, properties]
}

const closed = (id: string): Frame => [
  `Execution "${id}" holds no handles: they were closed, expired at the idle bound, or never granted. Execute again with retainHandles to get a fresh executionId.`,
  { code: 'HANDLES_CLOSED', retryable: false },
]

async function invoke(peer: Peer, executionId: string): Promise<string> {
  const { body } = (await peer.answerTo(
    peer.call('invokeHandle', executionId, 'fetch', request),
  )) as { body: ['bytes', string, string] }

  return Buffer.from(body[1], 'base64').toString()
}

suite('an id that was never granted', () => {
  test('holds no handles, whatever it looks like', async () => {
    await using owner = await openPeer(ground.url)
    await using peer = await openPeer(ground.url)
    const executionId = await retain(owner)
    const [replica = '', digits = ''] = executionId.split('.')
    const guesses = [
      '',
      '0',
      'a',
      'a.',
      replica,
      digits,
      `.${digits}`,
      `b.${digits}`,
      `${executionId} `,
      executionId.toUpperCase(),
      executionId.slice(0, -1),
      `${executionId}0`,
      `${executionId}\u0000`,
      `${replica}.${'0'.repeat(32)}`,
      '__proto__',
      'constructor',
    ]
    for (const guess of guesses) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      assert.deepEqual(await errorOf(peer, 'closeHandles', guess), closed(guess))
      // oxlint-disable-next-line no-await-in-loop
      assert.deepEqual(await errorOf(peer, 'invokeHandle', guess, 'fetch', request), closed(guess))
    }
    const [message] = await errorOf(peer, 'closeHandles', 'x'.repeat(100_000))
    assert.match(String(message), /^Execution "x+…" holds no handles/v)
    assert.ok(String(message).length < 2_000)
    assert.equal(await invoke(owner, executionId), '1')
    await owner.answerTo(owner.call('closeHandles', executionId))
    assert.deepEqual(await errorOf(owner, 'closeHandles', executionId), closed(executionId))
  })

  test('cannot be guessed: each has 128 bits, and no two have much in common', async () => {
    await using peer = await openPeer(ground.url)
    const ids = []
    for (let count = 0; count < 4; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- there are few workers
      const executionId = await retain(peer)
      assert.match(executionId, /^a\.[0-9a-f]{32}$/v)
      ids.push(BigInt(`0x${executionId.slice(2)}`))
      // oxlint-disable-next-line no-await-in-loop
      await peer.answerTo(peer.call('closeHandles', executionId))
    }
    for (const [index, id] of ids.entries()) {
      for (const other of ids.slice(index + 1)) {
        const different = (id ^ other).toString(2).replaceAll('0', '').length
        // Half of 128 on average; this far from it once in some millions of millions.
        assert.ok(different > 20 && different < 108, `${different} bits differ`)
      }
    }
  })
})

suite('an id that was granted', () => {
  test('serves whoever has it, on any connection, also when its own is gone', async () => {
    const owner = await openPeer(ground.url)
    const executionId = await retain(owner)
    await using other = await openPeer(ground.url)
    assert.equal(await invoke(other, executionId), '1')
    await owner[Symbol.asyncDispose]()
    assert.equal(await invoke(other, executionId), '2')
    await other.answerTo(other.call('closeHandles', executionId))
    assert.deepEqual(await errorOf(other, 'closeHandles', executionId), closed(executionId))
  })

  test('has no handle of another name, and says which it has', async () => {
    await using peer = await openPeer(ground.url)
    const executionId = await retain(peer)
    for (const name of ['', 'Fetch', 'fetch ', 'constructor', '__proto__', 'toString']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      const [message] = await errorOf(peer, 'invokeHandle', executionId, name, request)
      assert.equal(
        message,
        `Execution "${executionId}" has no handle named "${name}". The granted handles are: fetch.`,
      )
    }
    await peer.answerTo(peer.call('closeHandles', executionId))
  })

  test('ends with what its session lent, and with nothing else, when that session goes', async () => {
    const owner = await openPeer(ground.url)
    const fetching = `async () => async (request) => request.url.endsWith('/fetch')
      ? fetch('http://b.test/').catch(({ message }) => new Response(message))
      : new Response('serving')`
    const executionId = await retain(owner, fetching, 'stub', stub(-1))
    await owner[Symbol.asyncDispose]()
    await until('the session is gone', () => ground.server.sessions.size === 1)
    await using peer = await openPeer(ground.url)
    assert.equal(await invoke(peer, executionId), 'serving')
    const id = peer.call('invokeHandle', executionId, 'fetch', {
      ...request,
      url: 'http://a.test/fetch',
    })
    const { body } = (await peer.answerTo(id)) as { body: [string, string] }
    assert.match(
      Buffer.from(body[1], 'base64').toString(),
      /^The caller that lent its outbound function to this execution is gone\./v,
    )
    await peer.answerTo(peer.call('closeHandles', executionId))
  })

  test('answers an invocation whose caller left to nobody, and serves the next one', async () => {
    const owner = await openPeer(ground.url)
    const slow = `async () => { let n = 0; return async () => {
      await new Promise((resolve) => setTimeout(resolve, 200)); return new Response(String((n += 1))) } }`
    const executionId = await retain(owner, slow)
    const leaving = await openPeer(ground.url)
    leaving.call('invokeHandle', executionId, 'fetch', request)
    await leaving[Symbol.asyncDispose]()
    await using peer = await openPeer(ground.url)
    assert.match(await invoke(peer, executionId), /^[12]$/v)
    await peer.answerTo(peer.call('closeHandles', executionId))
    await owner[Symbol.asyncDispose]()
  })
})
