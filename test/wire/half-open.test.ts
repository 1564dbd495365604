// Links that carry nothing more and close nothing: both ends find out within their stated bounds, what
// was open settles, and links that are merely quiet are left alone.

import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { test } from 'node:test'
import type { ExecuteRequest } from '@supolka/codemode-executor-protocol'
import { grant } from '../contract/granted.ts'
import { until } from '../lifecycle/children.ts'
import { faultOf, within } from '../lifecycle/settlement.ts'
import { openServed, type Served } from './served.ts'

/** In milliseconds: an end that asks this often finds a silent other end soon. */
const SHORT = 120
/** In milliseconds: an end that asks this seldom finds nothing within a test. */
const LONG = 3_600_000

/** A server is sure of a silent peer after three intervals, a client after an interval and a timeout. */
const quickServer = { keepaliveInterval: SHORT, workers: 2 }
const quickClient = { keepaliveInterval: SHORT, keepaliveTimeout: 2 * SHORT }

/** A run that waits for its tool until `release`, and the moment when it does. */
function waitingRun(): { request: ExecuteRequest; waits: Promise<void>; release: () => void } {
  const waits = Promise.withResolvers<void>()
  const released = Promise.withResolvers<string>()

  return {
    waits: waits.promise,
    release: () => released.resolve('{"result":"released"}'),
    request: {
      code: 'async () => tools.wait()',
      providers: [{ name: 'tools', tools: ['wait'] }],
      dispatch: () => {
        waits.resolve()

        return released.promise
      },
    },
  }
}

const isQuiet = ({ server }: Served): boolean => {
  const { queueDepth, workers } = server.report()

  return queueDepth + workers.running === 0
}

const broken = (url: string, dispatched?: number): object => ({
  code: 'CONNECTION_BROKEN',
  message: `The connection to ${url} broke.`,
  retryable: true,
  ...(dispatched !== undefined && { dispatched }),
})

test('a client finds a silent link, every open call settles, and the next one reconnects', async () => {
  await using served = await openServed({ server: quickServer, client: quickClient, proxy: {} })
  const { executor, proxy, url } = served
  await using granted = await grant(executor, {
    code: `async () => async () => {
      globalThis.count = (globalThis.count ?? 0) + 1
      if (globalThis.count === 1) await fetch('http://127.0.0.1:9/')
      return new Response(String(globalThis.count))
    }`,
    outbound: () => new Promise(() => undefined),
  })
  const { request, waits } = waitingRun()
  const calls = [
    executor.execute(request),
    executor.execute({ code: `async () => 'in the queue'` }),
    granted.invoke('/'),
  ].map((call) => faultOf(call))
  await waits
  proxy?.freeze()
  assert.deepEqual(await Promise.all(calls), [broken(url, 1), broken(url, 0), broken(url)])

  const outcome = await within(executor.execute({ code: `async () => 'reconnected'` }))
  assert.equal(outcome.result, 'reconnected')
  assert.equal(proxy?.counters.links, 2)
  await until('the server has ended the run of the silent peer', () => isQuiet(served))
})

test('a server finds a silent peer by itself and ends its run, whatever the client knows', async () => {
  const client = { keepaliveInterval: LONG }
  await using served = await openServed({ server: quickServer, client, proxy: {} })
  const { executor, proxy, url } = served
  const { request, waits } = waitingRun()
  const fault = faultOf(executor.execute(request))
  await waits
  assert.equal(served.server.report().workers.running, 1)
  proxy?.freeze()
  await until('the server has ended the run', () => isQuiet(served))
  proxy?.cut()
  assert.deepEqual(await fault, broken(url, 1))
})

test('a client gives up a silent link that its server still believes in', async () => {
  const server = { ...quickServer, keepaliveInterval: LONG }
  await using served = await openServed({ server, client: quickClient, proxy: {} })
  const { executor, proxy, url } = served
  const { request, waits } = waitingRun()
  const fault = faultOf(executor.execute(request))
  await waits
  proxy?.freeze()
  assert.deepEqual(await fault, broken(url, 1))
  assert.equal(served.server.report().workers.running, 1)
  proxy?.cut()
  await until('the server has ended the run', () => isQuiet(served))
})

test('handles outlive the silent link they were granted on', async () => {
  await using served = await openServed({ server: quickServer, client: quickClient, proxy: {} })
  const { executor, proxy, url } = served
  await using granted = await grant(executor, {
    code: 'async () => { let count = 0; return () => new Response(String((count += 1))) }',
  })
  assert.equal(await granted.text('/'), '1')
  proxy?.freeze()
  const { request } = waitingRun()
  assert.deepEqual(await faultOf(executor.execute(request)), broken(url, 0))
  assert.equal(await granted.text('/'), '2')
})

test('disposing a client on a silent link ends, and settles what was open', async () => {
  const client = { keepaliveInterval: LONG }
  await using served = await openServed({ server: quickServer, client, proxy: {} })
  const { executor, proxy } = served
  const { request, waits } = waitingRun()
  const fault = faultOf(executor.execute(request))
  await waits
  proxy?.freeze()
  await within(executor.dispose())
  assert.deepEqual(await fault, {
    code: 'CONNECTION_BROKEN',
    message: 'RemoteExecutor is closed',
    retryable: false,
    dispatched: 1,
  })
})

test('closing a server with a silent peer ends', async () => {
  const server = { ...quickServer, keepaliveInterval: LONG }
  const client = { keepaliveInterval: LONG }
  await using served = await openServed({ server, client, proxy: {} })
  const { request, waits } = waitingRun()
  const fault = faultOf(served.executor.execute(request))
  await waits
  served.proxy?.freeze()
  await within(served.server.close())
  served.proxy?.cut()
  assert.equal((await fault).code, 'CONNECTION_BROKEN')
})

test('a run that is quiet for many intervals is left alone, behind a slow link as well', async () => {
  await using served = await openServed({
    server: quickServer,
    client: quickClient,
    proxy: { mode: 'slice', seed: 4 },
  })
  const { request, waits, release } = waitingRun()
  const outcome = served.executor.execute(request)
  await waits
  await setTimeout(15 * SHORT)
  release()
  assert.equal((await within(outcome)).result, 'released')
  assert.equal(served.proxy?.counters.links, 1)
})

test('a host that is busy past its own keepalive timeout does not take its server for silent', async () => {
  const server = { ...quickServer, keepaliveInterval: 100 * SHORT }
  await using served = await openServed({ server, client: quickClient, proxy: {} })
  const busy = async (): Promise<string> => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10 * SHORT)

    return '{"result":"busy"}'
  }
  const outcome = await within(
    served.executor.execute({
      code: 'async () => [await tools.work(), await tools.work()]',
      providers: [{ name: 'tools', tools: ['work'] }],
      dispatch: busy,
    }),
  )
  assert.deepEqual(outcome.result, ['busy', 'busy'])
  assert.equal(served.proxy?.counters.links, 1)
})
