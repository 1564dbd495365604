// Peers that go away in the middle, politely, rudely or without a word: their runs end, the workers come
// back, and whatever was promised to others goes on.

import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { connect } from '@supolka/cloudflare-codemode-executor'
import { serve } from '@supolka/codemode-executor-server'
import { until } from '../../lifecycle/children.ts'
import { gate } from '../../lifecycle/gate.ts'
import { faultOf, within } from '../../lifecycle/settlement.ts'
import { openProxy } from '../proxy.ts'
import { openGround, type Ground } from './ground.ts'
import { execution, list, openPeer, stub } from './peer.ts'

const INTERVAL = 100

let ground: Ground
before(async () => {
  ground = await openGround({ keepaliveInterval: INTERVAL, workers: 5 })
})
afterEach(() => ground.assertUntouched())
after(() => ground.end())

const providers = list({ name: 'tools', tools: list('ask') })
const asking = 'async () => tools.ask()'
const looping = 'async () => { for (;;); }'
const isRunning = (count: number) => (): boolean => ground.server.report().workers.running === count

suite('a peer that goes during its run', () => {
  const ways: Array<[how: string, go: (peer: Awaited<ReturnType<typeof openPeer>>) => void]> = [
    ['closes', ({ socket }) => socket.close()],
    ['closes with a reason', ({ socket }) => socket.close(4000, 'going')],
    ['destroys its socket', ({ socket }) => socket.terminate()],
    ['aborts its session', ({ send }) => send(['abort', ['error', 'Error', 'going']])],
    ['breaks the protocol', ({ send }) => send('garbage')],
  ]
  for (const [how, go] of ways) {
    test(`${how}: its runs end, those that compute, wait for it, and wait in line`, async () => {
      await using peer = await openPeer(ground.url)
      peer.call('execute', ...execution(looping))
      peer.call('execute', ...execution(asking, providers, {}, stub(-1)))
      await until('both run', isRunning(3))
      for (let count = 0; count < 10; count += 1) peer.call('execute', ...execution(looping))
      await until('the others wait', () => ground.server.report().queueDepth > 0)
      go(peer)
      await until('all have ended', isRunning(1))
      assert.equal(ground.server.report().queueDepth, 0)
    })
  }
})

test('a client that destroys its socket during a tool call leaves a server that serves on', async () => {
  // The proxy stands for the network that takes the socket away.
  await using server = await serve({ port: 0, workers: 1 })
  await using proxy = await openProxy({ port: server.address.port })
  await using leaving = await connect(`ws://127.0.0.1:${proxy.port}/`)
  const { run, reached, open } = gate()
  const broken = faultOf(leaving.execute(run))
  await within(reached)
  proxy.cut()
  const { code, retryable, dispatched } = await broken
  assert.deepEqual(
    { code, retryable, dispatched },
    { code: 'CONNECTION_BROKEN', retryable: true, dispatched: 1 },
  )
  // The tool answers a server that does not wait for it any more.
  open()
  await until('the run has ended', () => server.report().workers.running === 0)
  await using next = await connect(server.url)
  assert.equal((await within(next.execute({ code: 'async () => 1' }))).result, 1)
  assert.equal((await within(leaving.execute({ code: 'async () => 2' }))).result, 2)
})

suite('a peer that dies without a word', () => {
  test('is found: its run ends and its worker comes back', async () => {
    await using proxy = await openProxy({ port: ground.server.address.port })
    await using peer = await openPeer(`ws://127.0.0.1:${proxy.port}/`)
    peer.call('execute', ...execution(looping))
    await until('it runs', isRunning(2))
    proxy.freeze()
    await until('it has ended', isRunning(1))
    await until('the session is gone', () => ground.server.sessions.size === 1)
  })

  test('leaves its handles to those who know them', async () => {
    await using proxy = await openProxy({ port: ground.server.address.port })
    await using peer = await openPeer(`ws://127.0.0.1:${proxy.port}/`)
    const serving = `async () => () => new Response('serving')`
    const { executionId } = (await peer.answerTo(
      peer.call('execute', ...execution(serving, list(), { retainHandles: true })),
    )) as { executionId: string }
    proxy.freeze()
    await until('the session is gone', () => ground.server.sessions.size === 1)
    await using other = await connect(ground.url)
    const request = { method: 'GET', url: 'http://a.test/', headers: [], body: null }
    const { body } = await other.invokeHandle(executionId, 'fetch', request)
    assert.equal(Buffer.from(body).toString(), 'serving')
    await other.closeHandles(executionId)
  })

  test('in the middle of a message holds nothing', async () => {
    await using proxy = await openProxy({
      port: ground.server.address.port,
      mode: 'cut',
      cutBetween: [500_000, 500_000],
    })
    await using peer = await openPeer(`ws://127.0.0.1:${proxy.port}/`)
    peer.call('protocolVersion', 'x'.repeat(1_000_000))
    await within(peer.closed)
    await until('the session is gone', () => ground.server.sessions.size === 1)
  })
})

test('a thousand peers that connect, ask and leave at once leave nothing behind', async () => {
  for (let turn = 0; turn < 20; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop -- fifty at a time
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        await using peer = await openPeer(ground.url)
        peer.call('execute', ...execution(index % 2 === 0 ? looping : 'async () => 1'))
      }),
    )
  }
})
