// Thousands of calls over one connection, ending in every way: afterwards neither side's tables hold an
// entry more than before, and the heap of the process is flat.

import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { test } from 'node:test'
import type { ExecuteRequest, ProviderDescriptor } from '@supolka/codemode-executor-protocol'
import { requestTo, responseOf } from '../contract/exchanges.ts'
import { rejection } from '../contract/outcomes.ts'
import { takeVitals } from '../endurance/vitals.ts'
import { until } from '../lifecycle/children.ts'
import { openConnection, type Connection } from './tables.ts'

const isFull = process.env['FULL'] !== undefined
const CALLS = isFull ? 10_000 : 1_500
/** Caches fill and code is compiled until then. */
const WARM_CALLS = isFull ? 1_000 : 500
const LANES = 6
/** The share by which the heap may be larger at the end than it was when warm. */
const GROWTH_BOUND = 0.1

const providers: Array<ProviderDescriptor> = [{ name: 'tools', tools: ['echo'] }]
const dispatch = async (_: string, __: string, argsJson: string): Promise<string> =>
  `{"result":${argsJson}}`

const open: ExecuteRequest = {
  code: `async () => { console.log('a'); return tools.echo(1) }`,
  providers,
  dispatch,
  outbound: async () => responseOf('answer'),
  onLog: () => undefined,
}

type Work = (connection: Connection) => Promise<unknown>

const returns: Work = ({ executor }) => executor.execute({ code: 'async () => 1' })
const calls: Work = ({ executor }) => executor.execute(open)
const throws: Work = ({ executor }) =>
  executor.execute({ ...open, code: `async () => { await tools.echo(1); throw 'thrown' }` })
const failingTool: Work = ({ executor }) =>
  executor.execute({
    ...open,
    code: 'async () => tools.echo(1).catch(({ message }) => message)',
    dispatch: async () => {
      throw new Error('the tool failed')
    },
  })
const fetches: Work = ({ executor }) =>
  executor.execute({ ...open, code: `async () => (await fetch('https://a.test/')).text()` })
const lateCall: Work = ({ executor }) =>
  executor.execute({ ...open, code: 'async () => { void tools.echo(1); return 2 }' })

/** Refused on the server, since the public client would not send it. */
const badProvider: Work = async ({ api }) => {
  const bad = [{ name: 'class', tools: [] }]
  using outcome = await api.execute('async () => 1', bad, {}, dispatch, 'native')
  assert.match(outcome.error ?? '', /class/)
}
const badMode: Work = async ({ api }) => {
  const unknown = 'tunnel' as 'native'
  const fault = await rejection(Promise.resolve(api.execute('', providers, {}, dispatch, unknown)))
  assert.equal(fault.code, 'PROTOCOL_MISMATCH')
}
const noHandles: Work = async ({ executor }) => {
  assert.equal((await rejection(executor.closeHandles('nobody.0'))).code, 'HANDLES_CLOSED')
}

const handles: Work = async ({ executor }) => {
  const { executionId = '' } = await executor.execute({
    ...open,
    code: `async () => async () => fetch('https://a.test/')`,
    retainHandles: true,
  })
  await executor.invokeHandle(executionId, 'fetch', requestTo('/'))
  await executor.closeHandles(executionId)
}
const aborted: Work = async ({ executor }) => {
  const controller = new AbortController()
  await executor.execute({
    ...open,
    code: `async () => { console.log('looping'); for (;;); }`,
    signal: controller.signal,
    onLog: () => controller.abort(),
  })
}
const unaborted: Work = ({ executor }) =>
  executor.execute({ ...open, signal: new AbortController().signal })
const tooLarge: Work = async ({ executor }) => {
  const code = `async () => { await tools.echo(1); return 'x'.repeat(200_000) }`
  assert.equal((await rejection(executor.execute({ ...open, code }))).code, 'RESPONSE_TOO_LARGE')
}

/** Children are not replaced while something is measured. */
const options = { workers: 2, responseLimit: 100_000, runsPerWorker: 1_000_000 }

/** Does the works in turn, `count` calls altogether, in lanes at the same time. */
async function doAll(connection: Connection, works: Array<Work>, count: number): Promise<void> {
  const rest = Array.from({ length: count }, (_, index) => works[index % works.length] ?? returns)
  const inLane = async (): Promise<void> => {
    for (let work = rest.pop(); work !== undefined; work = rest.pop()) {
      // oxlint-disable-next-line no-await-in-loop -- a lane works in turn
      await work(connection)
    }
  }
  await Promise.all(Array.from({ length: LANES }, () => inLane()))
}

async function settledTables(connection: Connection): Promise<ReturnType<Connection['tables']>> {
  const empty = { client: { imports: 1, exports: 1 }, server: { imports: 1, exports: 1 } }
  try {
    await until('the tables hold the main objects alone', () =>
      isDeepStrictEqual(connection.tables(), empty),
    )
  } catch {
    // The comparison of the caller shows what is left.
  }

  return connection.tables()
}

test('every way a call can end leaves the tables of both sides as they were', async () => {
  await using connection = await openConnection(options)
  await doAll(connection, [returns], 1)
  const before = await settledTables(connection)
  const works = { returns, calls, throws, failingTool, fetches, lateCall, badProvider, badMode }
  const others = { noHandles, handles, aborted, unaborted, tooLarge }
  for (const [name, work] of Object.entries({ ...works, ...others })) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a leak has a name
    await doAll(connection, [work], 12)
    // oxlint-disable-next-line no-await-in-loop
    assert.deepEqual({ name, ...(await settledTables(connection)) }, { name, ...before })
  }
})

test(`${CALLS} calls over one connection, half of them refused, leave the heap flat`, async (t) => {
  await using connection = await openConnection(options)
  const works = [calls, badProvider, returns, badMode, fetches, badProvider, throws, noHandles]
  await doAll(connection, works, WARM_CALLS)
  const before = { tables: await settledTables(connection), ...takeVitals() }
  await doAll(connection, works, CALLS - WARM_CALLS)
  const after = { tables: await settledTables(connection), ...takeVitals() }

  t.diagnostic(JSON.stringify({ before, after }))
  assert.deepEqual(after.tables, before.tables)
  assert.equal(after.descriptors, before.descriptors)
  assert.ok(after.heap <= before.heap * (1 + GROWTH_BOUND), `${before.heap} to ${after.heap} MB`)
})
