// Functions of a peer that answer nonsense, too much, twice, late or never, and throw what they like: the
// program or the caller hears of it in words, and the run can always be ended.

import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { openGround, type Ground } from './ground.ts'
import { execution, list, openPeer, stub, type Frame, type Peer } from './peer.ts'

let ground: Ground
before(async () => {
  ground = await openGround({ memoryLimit: 64 })
})
afterEach(() => ground.assertUntouched())
after(() => ground.end())

type Outcome = { resultJson?: string; error?: string; logs: [Array<{ text: string }>] }

const TOOL = stub(-1)
const OUTBOUND = stub(-2)
const providers = list({ name: 'tools', tools: list('ask') })
const asking = `async () => tools.ask().then((value) => ['answered', value], ({ message }) => ['refused', message])`
const fetching = `async () => fetch('http://a.test/').then(
  async (response) => ['answered', response.status, await response.text()],
  ({ message }) => ['refused', message],
)`

const outcomeOf = async (peer: Peer, id: number): Promise<Outcome> =>
  (await peer.answerTo(id)) as Outcome

const resultOf = async (peer: Peer, id: number): Promise<unknown> =>
  JSON.parse((await outcomeOf(peer, id)).resultJson ?? 'null')

/** Waits until the server calls a lent function for the `nth` time; answers the number of that call. */
async function calledBy(peer: Peer, [, lent]: ['export', number], nth = 1): Promise<number> {
  const isCall = ([kind, expression]: Frame): boolean =>
    kind === 'push' && (expression as Frame)[1] === lent
  const last = await peer.heard((frame) => {
    const calls = peer.frames.filter((one) => isCall(one))

    return calls[nth - 1] === frame
  })

  return peer.frames.filter(([kind]) => kind === 'push').indexOf(last) + 1
}

/** Executes a program that uses one lent function, and answers what comes of one answer of it. */
async function resultAfter(
  mode: 'tool' | 'outbound',
  ...answers: Array<unknown>
): Promise<unknown> {
  await using peer = await openPeer(ground.url)
  const args =
    mode === 'tool'
      ? execution(asking, providers, {}, TOOL)
      : execution(fetching, list(), {}, null, 'stub', OUTBOUND)
  const id = peer.call('execute', ...args)
  const asked = await calledBy(peer, mode === 'tool' ? TOOL : OUTBOUND)
  for (const answer of answers) {
    const [kind, value] = answer as Frame
    peer.send([kind, asked, value])
  }
  const result = await resultOf(peer, id)
  assert.equal(await peer.answerTo(peer.call('protocolVersion')), 1)

  return result
}

suite('a dispatch function that', () => {
  const outside = 'The dispatch answered outside the result envelope.'

  test('answers in order is heard', async () => {
    assert.deepEqual(await resultAfter('tool', ['resolve', '{"result":7}']), ['answered', 7])
  })

  test('answers anything but an envelope is outside it', async () => {
    const values = [7, true, null, ['undefined'], ['inf'], {}, { result: 7 }, list('a')]
    const special = [
      ['bytes', 'AA'],
      ['date', 0],
      ['bigint', '1'],
      ['error', 'Error', 'value'],
    ]
    for (const value of [...values, ...special, '7', '"text"', 'garbage', '']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      const result = await resultAfter('tool', ['resolve', value])
      assert.deepEqual({ value, result }, { value, result: ['refused', outside] })
    }
  })

  test('answers twice is heard once', async () => {
    const twice = [
      ['resolve', '{"result":1}'],
      ['resolve', '{"result":2}'],
      ['reject', ['error', 'Error', 'three']],
    ]
    assert.deepEqual(await resultAfter('tool', ...twice), ['answered', 1])
  })

  test('throws anything is heard by its text', async () => {
    const error = ['error', 'TypeError', 'mine', 'at /secret', { code: 'INTERNAL', a: list() }]
    assert.deepEqual(await resultAfter('tool', ['reject', error]), ['refused', 'mine'])
    const rest: Array<[thrown: unknown, text: RegExp]> = [
      ['text', /^text$/v],
      [7, /not an error was thrown: 7/v],
      [null, /not an error was thrown/v],
      [{ a: 1 }, /not an error was thrown: \{"a":1\}/v],
      [['undefined'], /not an error was thrown/v],
      [['error', 'Error', ''], /^$/v],
    ]
    for (const [thrown, text] of rest) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      const [kind, message] = (await resultAfter('tool', ['reject', thrown])) as [string, string]
      assert.equal(kind, 'refused')
      assert.match(message, text)
    }
  })

  test('answers or throws more than an isolate takes in is refused to the program', async () => {
    // A quarter of the memory limit of 64 MB is what an isolate takes in at once.
    const large = '\u00ff'.repeat(8_400_000)
    const [kind, text] = (await resultAfter('tool', ['resolve', `"${large}"`])) as [string, string]
    assert.equal(kind, 'refused')
    assert.match(text, /^The answer of tool "ask" is 16,800,002 bytes, past the 16,777,216 bytes/v)
  })

  test('throws a text that is too large to be returned ends the run in words', async () => {
    await using peer = await openPeer(ground.url)
    const id = peer.call('execute', ...execution(asking, providers, {}, TOOL))
    const thrown = ['error', 'Error', '\u00ff'.repeat(8_400_000)]
    peer.send(['reject', await calledBy(peer, TOOL), thrown])
    assert.match(
      (await outcomeOf(peer, id)).error ?? '',
      /^The run's answer is 16,8\d\d,\d{3} bytes/v,
    )
  })

  test('lends something in its answer ends the connection', async () => {
    const smuggled = [
      stub(-9),
      // oxlint-disable-next-line no-thenable -- that it is one is the point
      { then: stub(-9) },
      list(stub(-9)),
      ['promise', -9],
      ['pipeline', 0],
    ]
    for (const value of smuggled) {
      for (const kind of ['resolve', 'reject']) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
        await using peer = await openPeer(ground.url)
        peer.call('execute', ...execution(asking, providers, {}, TOOL))
        // oxlint-disable-next-line no-await-in-loop
        peer.send([kind, await calledBy(peer, TOOL), value])
        // oxlint-disable-next-line no-await-in-loop
        const { reason } = await peer.closed
        assert.match(reason, /lends no functions|of a kind that this protocol does not have/v)
      }
    }
  })

  test('never answers holds its run until the peer goes', async () => {
    await using peer = await openPeer(ground.url)
    peer.call('execute', ...execution(asking, providers, { timeout: 100 }, TOOL))
    await calledBy(peer, TOOL)
    assert.equal(ground.server.report().workers.running, 2)
  })

  test('answers when its run is over is not heard', async () => {
    await using peer = await openPeer(ground.url)
    const leaving = 'async () => { void tools.ask(); return 1 }'
    const id = peer.call('execute', ...execution(leaving, providers, {}, TOOL))
    const asked = await calledBy(peer, TOOL)
    assert.equal(await resultOf(peer, id), 1)
    peer.send(['resolve', asked, '{"result":7}'])
    peer.release(id)
    assert.equal(await peer.answerTo(peer.call('protocolVersion')), 1)
  })
})

suite('an outbound function that', () => {
  const body = ['bytes', 'aGk', 'ArrayBuffer']
  const whole = { status: 201, statusText: '', headers: list(list('a', 'b')), body }

  test('answers in order is heard', async () => {
    assert.deepEqual(await resultAfter('outbound', ['resolve', whole]), ['answered', 201, 'hi'])
  })

  test('answers nonsense is refused in words', async () => {
    const answers: Array<[value: unknown, text: RegExp]> = [
      [7, /is not an object/v],
      [null, /is not an object/v],
      [list(), /status is not/v],
      [{ ...whole, status: '200' }, /status is not/v],
      [{ ...whole, status: 99 }, /status is not/v],
      [{ ...whole, status: 1e300 }, /status is not/v],
      [{ ...whole, statusText: 7 }, /statusText is not/v],
      [{ ...whole, headers: {} }, /headers is not/v],
      [{ ...whole, headers: list(list('a')) }, /headers is not/v],
      [{ ...whole, headers: list(list('a', 1)) }, /headers is not/v],
      [{ ...whole, body: 'text' }, /body is not/v],
      [{ ...whole, body: null }, /body is not/v],
    ]
    for (const [value, text] of answers) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      const [kind, message] = (await resultAfter('outbound', ['resolve', value])) as [
        string,
        string,
      ]
      assert.equal(kind, 'refused')
      assert.match(message, text)
    }
  })

  test('answers with headers or a status text that no response has is refused', async () => {
    for (const headers of [list(list('a b', 'c')), list(list('a', 'b\r\nc: d'))]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      const [kind] = (await resultAfter('outbound', ['resolve', { ...whole, headers }])) as Frame
      assert.equal(kind, 'refused')
    }
  })

  test('throws is heard by its text', async () => {
    const thrown = ['error', 'Error', 'no route']
    const [kind, message] = (await resultAfter('outbound', ['reject', thrown])) as [string, string]
    assert.equal(kind, 'refused')
    assert.match(message, /no route/v)
  })
})

suite('a signal function that', () => {
  const signal = stub(-3)

  test('answers true aborts the run, and nothing else does', async () => {
    await using peer = await openPeer(ground.url)
    const looping = 'async () => { for (;;); }'
    const id = peer.call('execute', ...execution(looping, list(), { signal }))
    peer.send(['resolve', await calledBy(peer, signal), true])
    assert.match((await outcomeOf(peer, id)).error ?? '', /^Execution was aborted by its caller/v)
  })

  test('answers anything else, throws or never answers aborts nothing', async () => {
    const answers = [['resolve', 'true'], ['resolve', 1], ['resolve', {}], ['reject', true], []]
    for (const [kind, value] of answers) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      await using peer = await openPeer(ground.url)
      const args = execution(asking, providers, { signal }, TOOL)
      const id = peer.call('execute', ...args)
      // oxlint-disable-next-line no-await-in-loop
      const asked = await calledBy(peer, signal)
      if (kind !== undefined) peer.send([kind, asked, value])
      // oxlint-disable-next-line no-await-in-loop
      peer.send(['resolve', await calledBy(peer, TOOL), '{"result":7}'])
      // oxlint-disable-next-line no-await-in-loop
      assert.deepEqual(await resultOf(peer, id), ['answered', 7])
    }
  })
})

suite('an onLog function that', () => {
  test('never answers, or throws, does not hold the run', async () => {
    await using peer = await openPeer(ground.url)
    const onLog = stub(-4)
    const logging = `async () => { console.log('a'); console.log('b'); return tools.ask() }`
    const id = peer.call('execute', ...execution(logging, providers, { onLog }, TOOL))
    peer.send(['reject', await calledBy(peer, onLog), ['error', 'Error', 'deaf']])
    peer.send(['resolve', await calledBy(peer, TOOL), '{"result":7}'])
    assert.equal(await resultOf(peer, id), 7)
  })
})

test('one function in the place of all four is called as each of them', async () => {
  await using peer = await openPeer(ground.url)
  const options = { signal: TOOL, onLog: TOOL }
  const args = execution(asking, providers, options, TOOL, 'stub', TOOL)
  const id = peer.call('execute', ...args)
  await calledBy(peer, TOOL)
  peer.send(['resolve', await calledBy(peer, TOOL, 2), '{"result":7}'])
  assert.deepEqual(await resultOf(peer, id), ['answered', 7])
})

test('a tool call that fits in no message is refused to the program, and the connection goes on', async () => {
  await using peer = await openPeer(ground.url)
  const calling = `async () => __dispatch('tools', 'ask', '\\u0001'.repeat(8_000_000)).catch(({ message }) => message)`
  const id = peer.call('execute', ...execution(calling, providers, {}, TOOL))
  assert.match(
    String(await resultOf(peer, id)),
    /^The tool call is 48,000,0\d\d bytes, past its bound/v,
  )
  assert.equal(await peer.answerTo(peer.call('protocolVersion')), 1)
})
