// Answers at the response limit and past it: what fits arrives whole, what does not is a fault that says
// by how much and how many tool calls had been made, and the connection goes on.

import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { serve, type ExecutorServer } from '@supolka/codemode-executor-server'
import { ExecutorError } from '@supolka/codemode-executor-protocol'
import { until } from '../lifecycle/children.ts'
import { faultOf, within } from '../lifecycle/settlement.ts'
import { execution, list, openPeer, type Frame, type Peer } from './hostile-peers/peer.ts'
import { openServed, type Served } from './served.ts'

const LIMIT = 20_000
const DEFAULT_LIMIT = 32_505_856

/** What an answer takes as it goes on the wire: a message without what names the call. */
const sizeOf = (frame: Frame): number => Buffer.byteLength(JSON.stringify(frame[2]))

/** The size and the limit that a fault names. */
function namedIn(message: string): Array<number> {
  const text = /^The response is ([\d,]+) bytes, past the response limit of ([\d,]+) bytes\./v
  const [, ...sizes] = text.exec(message) ?? []

  return sizes.map((size) => Number(size.replaceAll(',', '')))
}

const answerTo = (peer: Peer, id: number): Promise<Frame> => peer.heard(([, of]) => of === id)

/**
 * Runs the program for sizes around the limit, and sees that what arrives is never above it, that what is
 * refused always was, and that both come close. Times differ in their digits, so no size is known before.
 */
async function checkBoundary(programOf: (length: number) => string, from: number): Promise<void> {
  await using server = await serve({ port: 0, workers: 1, responseLimit: LIMIT })
  await using peer = await openPeer(server.url)
  let largest = 0
  let smallest = Infinity
  for (let length = from; length < from + 160; length += 1) {
    const id = peer.call('execute', ...execution(programOf(length)))
    // oxlint-disable-next-line no-await-in-loop -- one worker
    const frame = await answerTo(peer, id)
    if (frame[0] === 'resolve') largest = Math.max(largest, sizeOf(frame))
    else {
      const [, , message, , own] = frame[2] as [string, string, string, null, object]
      const [size = 0, limit] = namedIn(message)
      assert.deepEqual(
        [limit, own],
        [LIMIT, { code: 'RESPONSE_TOO_LARGE', retryable: false, dispatched: 0 }],
      )
      smallest = Math.min(smallest, size)
    }
    peer.release(id)
  }
  assert.ok(largest <= LIMIT && largest > LIMIT - 40, `the largest that arrived is ${largest}`)
  assert.ok(
    smallest > LIMIT && smallest < LIMIT + 40,
    `the smallest that was refused is ${smallest}`,
  )
}

const notCalled = async (): Promise<never> => {
  throw new Error('not called')
}

// A control character is one byte of a run's answer, and six on the wire.
const throwing = (count: number): string => `async () => { throw '\\u0001'.repeat(${count}) }`

suite('an outcome', () => {
  test('arrives up to the limit: its result', async () => {
    await checkBoundary((length) => `async () => 'x'.repeat(${length})`, LIMIT - 240)
  })

  test('arrives up to the limit: its result, where a character takes more than a byte', async () => {
    await checkBoundary(
      (length) => `async () => '\\u20ac'.repeat(6_000) + '"'.repeat(${length} / 4)`,
      1_780,
    )
  })

  test('arrives up to the limit: its logs', async () => {
    const lines = `for (let n = 0; n < 100; n += 1) console.warn('y'.repeat(150))`
    await checkBoundary(
      (length) => `async () => { ${lines}; console.log('z'.repeat(${length})) }`,
      2_080,
    )
  })

  test('arrives up to the limit: its failure', async () => {
    await checkBoundary(
      (length) => `async () => { throw '\\u0001'.repeat(3_000) + 'x'.repeat(${length}) }`,
      1_760,
    )
  })

  test('past it is a fault with the tool calls that its run had made', async () => {
    await using served = await openServed({ server: { responseLimit: LIMIT, workers: 1 } })
    const { executor } = served
    const code = `async () => { for (let n = 0; n < 3; n += 1) await tools.ask(); return 'x'.repeat(20_000) }`
    const fault = await faultOf(
      executor.execute({
        code,
        providers: [{ name: 'tools', tools: ['ask'] }],
        dispatch: async () => '{"result":1}',
      }),
    )
    const { message, ...rest } = fault
    assert.deepEqual(rest, { code: 'RESPONSE_TOO_LARGE', retryable: false, dispatched: 3 })
    assert.match(message, /past the response limit of 20,000 bytes\. Return less, or raise/v)
    assert.equal((await executor.execute({ code: 'async () => 1' })).result, 1)
  })

  test('that grants handles and is past it leaves none behind', async () => {
    await using served = await openServed({ server: { responseLimit: LIMIT, workers: 1 } })
    const { executor, server } = served
    const code = `async () => { console.log('x'.repeat(20_000)); return () => new Response('a') }`
    const fault = await faultOf(
      executor.execute({ code, retainHandles: true, outbound: notCalled }),
    )
    assert.equal(fault.code, 'RESPONSE_TOO_LARGE')
    await until('its worker is free', () => server.report().workers.retained === 0)
    assert.equal((await within(executor.execute({ code: 'async () => 1' }))).result, 1)
  })
})

suite("a handler's response", () => {
  const request = { method: 'GET', url: 'http://a.test/', headers: list(), body: null }
  const code = `async () => () => new Response(new Uint8Array(30_001), {
    headers: { a: '"\\\\"', b: '\\u00e9' }, statusText: 'Fine' })`

  async function invoke(server: ExecutorServer): Promise<Frame> {
    await using peer = await openPeer(server.url)
    const granted = peer.call('execute', ...execution(code, list(), { retainHandles: true }))
    const { executionId } = (await peer.answerTo(granted)) as { executionId: string }
    const frame = await answerTo(peer, peer.call('invokeHandle', executionId, 'fetch', request))
    await peer.answerTo(peer.call('closeHandles', executionId))

    return frame
  }

  test('arrives at exactly the limit, and one byte above is a fault', async () => {
    await using roomy = await serve({ port: 0, workers: 1 })
    const size = sizeOf(await invoke(roomy))
    assert.ok(size > 40_000)
    await using exact = await serve({ port: 0, workers: 1, responseLimit: size })
    const [kind, , response] = await invoke(exact)
    assert.equal(kind, 'resolve')
    assert.partialDeepStrictEqual(response, { status: 200, statusText: 'Fine' })
    await using short = await serve({ port: 0, workers: 1, responseLimit: size - 1 })
    const [refusal, , error] = await invoke(short)
    assert.equal(refusal, 'reject')
    const [, , message, , own] = error as [string, string, string, null, object]
    assert.deepEqual(namedIn(message), [size, size - 1])
    assert.deepEqual(own, { code: 'RESPONSE_TOO_LARGE', retryable: false })
  })
})

suite('at the default limit of 31 MiB', () => {
  const AT_LIMIT = Math.floor((DEFAULT_LIMIT - 400) / 6)

  test('31 MiB arrive, and a little more is a fault that costs nobody else anything', async () => {
    await using served = await openServed({ server: { workers: 2 } })
    const { executor } = served
    const { error = '' } = await within(executor.execute({ code: throwing(AT_LIMIT) }))
    assert.equal(error, '\u0001'.repeat(AT_LIMIT))
    const other = executor.execute({ code: 'async () => { await null; return 2 }' })
    const fault = await faultOf(executor.execute({ code: throwing(AT_LIMIT + 100) }))
    assert.equal(fault.code, 'RESPONSE_TOO_LARGE')
    assert.equal((await other).result, 2)
  })

  test('a handler that throws what fits in no message costs its connection nothing', async () => {
    await using served: Served = await openServed({ server: { workers: 1 } })
    const { executor } = served
    const code = `async () => () => { throw new Error('\\u0001'.repeat(8_000_000)) }`
    const { executionId = '' } = await executor.execute({ code, retainHandles: true })
    const request = { method: 'GET', url: 'http://a.test/', headers: [], body: null }
    const failure: unknown = await within(
      executor.invokeHandle(executionId, 'fetch', request).catch((error: unknown) => error),
    )
    assert.ok(failure instanceof ExecutorError)
    assert.equal(failure.code, 'RESPONSE_TOO_LARGE')
    await executor.closeHandles(executionId)
  })
})
