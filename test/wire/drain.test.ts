// A server that takes no more work: what has started ends in peace, what comes goes elsewhere, and its end
// settles everything.

import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { connect } from '@supolka/cloudflare-codemode-executor'
import { serve, type ExecutorServer } from '@supolka/codemode-executor-server'
import { grant } from '../contract/granted.ts'
import { requestTo, responseOf } from '../contract/exchanges.ts'
import { until } from '../lifecycle/children.ts'
import { runHostAt } from './run-host-at.ts'
import { faultOf, within } from '../lifecycle/settlement.ts'
import { openServed } from './served.ts'
import { waitingRun } from './waiting-run.ts'

const one = { code: 'async () => 1' }

const turnedAway = {
  code: 'INTERNAL',
  message: 'The pool is draining and takes no new work.',
  retryable: true,
}

async function askHealth(
  { address: { port } }: ExecutorServer,
  path: string,
): Promise<[status: number, text: string]> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)

  return [response.status, (await response.text()).trim()]
}

/** Whether a promise is settled by now, all that is ready having been done. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending')
  const turn = new Promise((resolve) => setImmediate(resolve, pending))

  return (await Promise.race([promise, turn])) !== pending
}

suite('a server that drains', () => {
  test('finishes what has started, and turns away what waits and what comes', async () => {
    await using served = await openServed({ server: { workers: 1 } })
    const { executor, server, url } = served
    const run = waitingRun()
    const running = executor.execute(run.request)
    await run.waits
    const queued = faultOf(executor.execute(one))
    await until('it is queued', () => server.report().queueDepth === 1)
    const drained = server.drain()
    assert.deepEqual(await queued, turnedAway)
    assert.deepEqual(await faultOf(executor.execute(one)), turnedAway)
    await using other = await connect(url)
    assert.deepEqual(await faultOf(other.execute(one)), turnedAway)
    assert.equal(await isSettled(drained), false)
    run.release()
    assert.equal((await within(running)).result, 'released')
    await within(drained)
    assert.deepEqual(await faultOf(other.execute(one)), turnedAway)
  })

  test('lets a run that has started go on calling its tools', async () => {
    await using served = await openServed({ server: { workers: 1 } })
    const { executor, server } = served
    const run = waitingRun({ code: 'async () => [await tools.wait(), await tools.wait()]' })
    const running = executor.execute(run.request)
    await run.waits
    const drained = server.drain()
    // The client learns of it, and keeps the connection as long as the run needs it.
    assert.deepEqual(await faultOf(executor.execute(one)), turnedAway)
    run.release()
    assert.deepEqual((await within(running)).result, ['released', 'released'])
    assert.equal(run.calls, 2)
    await within(drained)
  })

  test('is alive and not ready', async () => {
    await using server = await serve({ port: 0, workers: 1 })
    assert.deepEqual(await askHealth(server, '/readyz'), [200, 'The server takes executions.'])
    await within(server.drain())
    assert.deepEqual(await askHealth(server, '/readyz'), [
      503,
      'The server is draining and takes no new executions.',
    ])
    assert.equal((await askHealth(server, '/healthz'))[0], 200)
    assert.equal(server.report().isDraining, true)
  })

  test('keeps serving handles until it is closed', async () => {
    await using served = await openServed({ server: { workers: 1 } })
    const { executor, server, url } = served
    const granted = await grant(executor, {
      code: 'async () => { let count = 0; return () => new Response(String((count += 1))) }',
    })
    await within(server.drain())
    assert.equal(await granted.text('/'), '1')
    assert.deepEqual(await faultOf(executor.execute(one)), turnedAway)
    assert.equal(await granted.text('/'), '2')
    await using other = await connect(url)
    const { status } = await other.invokeHandle(granted.executionId, 'fetch', requestTo('/'))
    assert.equal(status, 200)
    await within(server.close())
    const late = await faultOf(granted.invoke('/'))
    assert.equal(late.code, 'CONNECTION_BROKEN')
  })

  test('waits no longer than its bound for a run that does not end', async () => {
    await using served = await openServed({ server: { workers: 1, drainTimeout: 50 } })
    const run = waitingRun()
    const running = faultOf(served.executor.execute(run.request))
    await run.waits
    await within(served.server.drain())
    assert.equal(await isSettled(running), false)
    await within(served.server.close())
    assert.deepEqual(await running, {
      code: 'INTERNAL',
      message: 'The pool is shutting down.',
      retryable: false,
      dispatched: 1,
    })
  })

  test('gives the same promise to everybody, and has nothing to do when nothing runs', async () => {
    await using server = await serve({ port: 0, workers: 1 })
    const drained = server.drain()
    assert.equal(server.drain(), drained)
    await within(drained)
    assert.equal(server.drain(), drained)
  })
})

suite('a server that is closed', () => {
  test('settles everything that is open, whatever it is', async () => {
    await using served = await openServed({ server: { workers: 2, drainTimeout: 3_600_000 } })
    const { executor, server } = served
    const run = waitingRun()
    const entered = Promise.withResolvers<void>()
    const { executionId = '' } = await executor.execute({
      code: `async () => async () => fetch('https://a.test/')`,
      retainHandles: true,
      outbound: () => {
        entered.resolve()

        return new Promise(() => undefined)
      },
    })
    const invoke = (): Promise<unknown> =>
      executor.invokeHandle(executionId, 'fetch', requestTo('/'))
    const open = [executor.execute(run.request), executor.execute(one), invoke(), invoke()]
    const faults = open.map((call) => faultOf(call))
    await Promise.all([run.waits, entered.promise])
    const closing = server.close()
    assert.equal(server.close(), closing)
    await within(closing)
    const codes = (await Promise.all(faults)).map(({ code, retryable }) => [code, retryable])
    assert.deepEqual(codes, [
      ['INTERNAL', false],
      ['INTERNAL', true],
      ['HANDLES_CLOSED', false],
      ['HANDLES_CLOSED', false],
    ])
    await within(server.close())
    await within(server.drain())
  })

  test('ends its drain, whatever that was waiting for', async () => {
    await using served = await openServed({ server: { workers: 2, drainTimeout: 3_600_000 } })
    const { executor, server } = served
    const holds = [0, 1].map(() => Promise.withResolvers<void>())
    const entered = [0, 1].map(() => Promise.withResolvers<void>())
    const ids = await Promise.all(
      holds.map(async (hold, index) => {
        const { executionId = '' } = await executor.execute({
          code: `async () => async () => fetch('https://a.test/')`,
          retainHandles: true,
          outbound: async () => {
            entered[index]?.resolve()
            await hold.promise

            return responseOf('x')
          },
        })

        return executionId
      }),
    )
    const invoke = (index: number): Promise<unknown> =>
      executor.invokeHandle(ids[index] ?? '', 'fetch', requestTo('/'))
    const first = invoke(0)
    await entered[0]?.promise
    const drained = server.drain()
    await until('it drains', () => server.report().isDraining)
    // The second one begins when the executor has already counted what it waits for.
    await new Promise((resolve) => setImmediate(resolve))
    const second = faultOf(invoke(1))
    await entered[1]?.promise
    holds[0]?.resolve()
    await within(first)
    assert.equal(await isSettled(drained), false)
    await within(server.close())
    assert.equal((await second).code, 'HANDLES_CLOSED')
    await within(drained, 5_000)
  })

  test('takes no connection any more', async () => {
    const server = await serve({ port: 0, workers: 1 })
    await server.close()
    await assert.rejects(connect(server.url), { code: 'CONNECTION_REJECTED' })
  })

  test('is closed by `await using`, and a client is disposed by it', async () => {
    let url = ''
    let late: Promise<unknown> = Promise.resolve()
    {
      await using server = await serve({ port: 0, workers: 1 })
      await using executor = await connect(server.url)
      url = server.url
      const run = waitingRun()
      late = faultOf(executor.execute(run.request))
      await run.waits
    }
    assert.deepEqual(await late, {
      code: 'CONNECTION_BROKEN',
      message: 'RemoteExecutor is closed',
      retryable: false,
      dispatched: 1,
    })
    await assert.rejects(connect(url), { code: 'CONNECTION_REJECTED' })
  })

  test('and a client that is disposed leave nothing that keeps their process alive', async () => {
    assert.deepEqual(JSON.parse(await runHostAt(import.meta.url, 'ends.ts')), {
      result: 'ran',
      cut: 'cut',
    })
  })
})
