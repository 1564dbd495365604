// The largest messages that a client makes are the largest that a server takes: what is one more is
// refused before it is sent, and the connection with everything else on it lives on.

import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { AnswerTooLargeError, type ExecuteRequest } from '@supolka/codemode-executor-protocol'
import { requestTo, responseOf, textOf } from '../contract/exchanges.ts'
import { within } from '../lifecycle/settlement.ts'
import { openServed, type Served } from './served.ts'
import { waitingRun } from './waiting-run.ts'

/** Bytes that the texts of one message may take on the wire, and texts that it may have. */
const BYTES = 33_553_408
const TEXTS = 49_000

/** Does something while a run is open on the same connection, and checks that it was none the worse. */
async function beside(work: (served: Served) => Promise<void>): Promise<void> {
  await using served = await openServed({ server: { workers: 2 } })
  const run = waitingRun()
  const running = served.executor.execute(run.request)
  await run.waits
  try {
    await work(served)
  } finally {
    run.release()
    assert.equal((await within(running)).result, 'released')
  }
}

async function resultOf({ executor }: Served, request: ExecuteRequest): Promise<unknown> {
  const { result, error } = await within(executor.execute(request), 60_000)

  return error ?? result
}

const refused = {
  name: 'RangeError',
  message: /^The request (?:is|has) [\d,]+ .+ fit in one message\.$/,
}

/** A program that takes so many bytes on the wire. */
const padded = (size: number): ExecuteRequest => ({
  code: `async () => 1 /*${'x'.repeat(size - 20)}*/`,
})

/** A run whose tool answers with an envelope that takes so many bytes on the wire. */
const toolAnswering = (size: number): ExecuteRequest => ({
  code: `async () => tools.read().then(({ length }) => length, ({ message }) => message)`,
  providers: [{ name: 'tools', tools: ['read'] }],
  // Quotes within the text take a byte more each: the envelope has four.
  dispatch: async () => `{"result":"${'x'.repeat(size - 19)}"}`,
})

/** A run that fetches a response with a body of so many bytes. */
const siteAnswering = (size: number): ExecuteRequest => ({
  code: `async () => fetch('https://a.test/').then(
    async (response) => (await response.arrayBuffer()).byteLength,
    ({ message }) => message,
  )`,
  outbound: async () => ({
    status: 200,
    statusText: '',
    headers: [],
    body: new ArrayBuffer(size),
  }),
})

const many = <Value>(count: number, make: (index: number) => Value): Array<Value> =>
  Array.from({ length: count }, (_, index) => make(index))

/** A run that fetches a response with so many headers. */
const siteWithHeaders = (count: number): ExecuteRequest => ({
  code: `async () => fetch('https://a.test/').then(({ status }) => status, ({ message }) => message)`,
  outbound: async () => ({ ...responseOf(''), headers: many(count, (index) => [`h${index}`, '']) }),
})

suite('the largest message', () => {
  test('is taken as a program, and one byte more is refused', async () => {
    await beside(async (served) => {
      assert.equal(await resultOf(served, padded(BYTES)), 1)
      await assert.rejects(served.executor.execute(padded(BYTES + 1)), refused)
    })
  })

  test('is taken as the answer of a tool, and one byte more fails the call in words', async () => {
    await beside(async (served) => {
      assert.equal(await resultOf(served, toolAnswering(BYTES)), BYTES - 19)
      const { message } = new AnswerTooLargeError('answer of tool "read"', BYTES + 1, BYTES)
      assert.equal(await resultOf(served, toolAnswering(BYTES + 1)), message)
    })
  })

  test('is taken as the body of a response, and three bytes more fail the fetch in words', async () => {
    const most = Math.floor((BYTES - 2) / 4) * 3
    await beside(async (served) => {
      assert.equal(await resultOf(served, siteAnswering(most)), most)
      assert.match(
        String(await resultOf(served, siteAnswering(most + 3))),
        /^The response body is 33,553,4\d\d bytes, past the 33,553,408 bytes /,
      )
    })
  })

  test('is taken as an invocation, and three bytes more are refused', async () => {
    const most = Math.floor((BYTES - 'POSThttps://handler.test/'.length - 4) / 4) * 3
    await beside(async ({ executor }) => {
      const { executionId = '' } = await executor.execute({
        code: `async () => async (request) =>
          new Response(String((await request.arrayBuffer()).byteLength))`,
        retainHandles: true,
      })
      const invoke = (size: number): ReturnType<typeof executor.invokeHandle> =>
        executor.invokeHandle(
          executionId,
          'fetch',
          requestTo('/', { method: 'POST', body: new ArrayBuffer(size) }),
        )
      assert.equal(textOf((await within(invoke(most), 60_000)).body), String(most))
      await assert.rejects(invoke(most + 3), refused)
      await executor.closeHandles(executionId)
    })
  })

  test('may be one of very many short texts, as providers, tools, modules or headers', async () => {
    const code = 'async () => 1'
    const providers = (count: number): ExecuteRequest => ({
      code,
      providers: many(count, (index) => ({ name: `p${index}`, tools: [] })),
    })
    const tools = (count: number): ExecuteRequest => ({
      code,
      providers: [{ name: 'p', tools: many(count, (index) => `t${index}`) }],
    })
    const modules = (count: number): ExecuteRequest => ({
      code,
      modules: Object.fromEntries(many(count, (index) => [`m${index}`, ''])),
    })
    await beside(async (served) => {
      const { executor } = served
      assert.equal(await resultOf(served, tools(TEXTS - 4)), 1)
      assert.equal(await resultOf(served, modules(Math.floor(TEXTS / 2) - 1)), 1)
      assert.equal(typeof (await resultOf(served, providers(1_000))), 'number')
      assert.equal(await resultOf(served, siteWithHeaders(TEXTS / 2 - 1)), 200)
      for (const request of [tools(TEXTS), modules(TEXTS / 2), providers(Math.ceil(TEXTS / 3))]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await assert.rejects(executor.execute(request), refused)
      }
      assert.match(
        String(await resultOf(served, siteWithHeaders(TEXTS / 2))),
        /^The response has 24,500 headers/,
      )
    })
  })
})
