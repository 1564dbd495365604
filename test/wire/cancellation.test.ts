// A caller that changes its mind, by its signal: the run ends on the server, the worker is free, and
// nothing is left listening.

import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { suite, test } from 'node:test'
import type { RemoteExecutor } from '@supolka/cloudflare-codemode-executor'
import type { ExecutorServer } from '@supolka/codemode-executor-server'
import { ExecutionAbortedError, type ExecuteRequest } from '@supolka/codemode-executor-protocol'
import { until } from '../lifecycle/children.ts'
import { faultOf, within } from '../lifecycle/settlement.ts'
import { openServed } from './served.ts'
import { NEVER, openSwitched } from './switched.ts'
import { waitingRun } from './waiting-run.ts'

const ABORTED = new ExecutionAbortedError().message
const one = { code: 'async () => 1' }

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length

/** Resolves when nothing runs or waits on the server, and a worker is ready. */
const isFree = (server: ExecutorServer): Promise<void> =>
  until('the worker is free', () => {
    const { queueDepth, workers } = server.report()

    return queueDepth === 0 && workers.running === 0 && workers.ready === 1
  })

/** Checks that a call that was aborted says so, and that the worker serves the next one. */
async function checkAborted(
  call: ReturnType<RemoteExecutor['execute']>,
  { executor, server }: { executor: RemoteExecutor; server: ExecutorServer },
): Promise<void> {
  const outcome = await within(call)
  assert.deepEqual({ ...outcome, logs: [] }, { result: undefined, error: ABORTED, logs: [] })
  await isFree(server)
  assert.equal((await within(executor.execute(one))).result, 1)
}

suite('a signal that fires', () => {
  test('before the call runs nothing, and needs no connection for it', async () => {
    await using served = await openServed({ server: { workers: 1 } })
    const signal = AbortSignal.abort()
    const run = waitingRun({ signal })
    const { usage, ...outcome } = await within(served.executor.execute(run.request))
    assert.deepEqual(outcome, { result: undefined, error: ABORTED, logs: [] })
    assert.deepEqual(usage, { wallMs: 0, guestMs: 0, toolCalls: 0, peakHeapBytes: 0 })
    await served.server.close()
    assert.equal((await within(served.executor.execute(run.request))).error, ABORTED)
    assert.deepEqual([run.calls, listeners(signal)], [0, 0])
  })

  test('while the call waits in the queue takes it out of there', async () => {
    await using served = await openServed({ server: { workers: 1 } })
    const { executor, server } = served
    const [running, controller] = [waitingRun(), new AbortController()]
    const first = executor.execute(running.request)
    await running.waits
    const queued = waitingRun({ signal: controller.signal })
    const call = executor.execute(queued.request)
    await until('it is queued', () => server.report().queueDepth === 1)
    controller.abort()
    assert.equal((await within(call)).error, ABORTED)
    assert.equal(server.report().queueDepth, 0)
    running.release()
    assert.equal((await within(first)).result, 'released')
    assert.deepEqual([queued.calls, listeners(controller.signal)], [0, 0])
  })

  test('in the middle of a loop ends it, and what was logged stays', async () => {
    await using served = await openServed({ server: { workers: 1 } })
    const controller = new AbortController()
    const started = Promise.withResolvers<void>()
    const call = served.executor.execute({
      code: `async () => { console.log('started'); for (;;) {} }`,
      signal: controller.signal,
      onLog: () => started.resolve(),
    })
    await started.promise
    assert.equal(listeners(controller.signal), 1)
    controller.abort()
    await checkAborted(call, served)
    assert.deepEqual((await call).logs, [{ level: 'log', text: 'started' }])
    assert.equal(listeners(controller.signal), 0)
  })

  test('while a tool is waited for ends the run, and its late answer hurts nobody', async () => {
    await using served = await openServed({ server: { workers: 1 } })
    const controller = new AbortController()
    const run = waitingRun({ signal: controller.signal })
    const call = served.executor.execute(run.request)
    await run.waits
    controller.abort()
    await checkAborted(call, served)
    run.release()
    assert.equal((await within(served.executor.execute(one))).result, 1)
    assert.deepEqual([run.calls, listeners(controller.signal)], [1, 0])
    assert.equal((await call).usage?.toolCalls, 1)
  })

  test('after the run has ended changes nothing, and nothing listened any more', async () => {
    await using served = await openServed({ server: { workers: 1 } })
    const controller = new AbortController()
    const { signal } = controller
    const ends: Array<Partial<ExecuteRequest>> = [
      {},
      { code: 'async () => { throw 1 }' },
      { code: 'no arrow' },
      { code: 'async () => { for (;;) {} }', timeout: 20 },
      { providers: [{ name: 'a-b', tools: [] }] },
    ]
    for (const end of ends) {
      // oxlint-disable-next-line no-await-in-loop -- one run after the other
      await within(served.executor.execute({ ...one, ...end, signal }))
      assert.equal(listeners(signal), 0)
    }
    const { result } = await within(served.executor.execute({ ...one, signal }))
    controller.abort()
    assert.equal(result, 1)
    await isFree(served.server)
  })

  test('ends every call that was made with it', async () => {
    await using served = await openServed({ server: { workers: 1 } })
    const controller = new AbortController()
    const runs = Array.from({ length: 30 }, () => waitingRun({ signal: controller.signal }))
    const calls = runs.map(({ request }) => served.executor.execute(request))
    await Promise.race(runs.map(({ waits }) => waits))
    controller.abort()
    const errors = (await within(Promise.all(calls))).map(({ error }) => error)
    assert.deepEqual(
      errors,
      calls.map(() => ABORTED),
    )
    await isFree(served.server)
    assert.equal(listeners(controller.signal), 0)
  })

  test('leaves nothing listening when the call ends in a fault', async () => {
    await using served = await openServed({ server: { workers: 1 } })
    const controller = new AbortController()
    const run = waitingRun({ signal: controller.signal })
    const fault = faultOf(served.executor.execute(run.request))
    await run.waits
    await served.executor.dispose()
    assert.equal((await fault).code, 'CONNECTION_BROKEN')
    assert.equal((await faultOf(served.executor.execute(run.request))).code, 'CONNECTION_BROKEN')
    assert.equal(listeners(controller.signal), 0)
  })
})

suite('a signal that fires while a connection is opened', () => {
  test('settles the call at once, whatever becomes of the connection', async () => {
    await using parts = await openSwitched()
    const { line, executor, lose, restore } = parts
    await lose('silence')
    const controller = new AbortController()
    const run = waitingRun({ signal: controller.signal })
    const call = executor.execute(run.request)
    await line.reached(2)
    controller.abort()
    assert.equal((await within(call, 5_000)).error, ABORTED)
    assert.equal(listeners(controller.signal), 0)
    restore()
    line.cut()
    await faultOf(executor.execute(one))
    assert.equal((await within(executor.execute(one))).result, 1)
    assert.equal(run.calls, 0)
  })

  test('settles the call at once during the pause before an attempt', async () => {
    await using parts = await openSwitched(NEVER)
    const { line, executor, lose } = parts
    await lose()
    await faultOf(executor.execute(one))
    const controller = new AbortController()
    const call = executor.execute({ ...one, signal: controller.signal })
    const other = faultOf(executor.execute(one))
    controller.abort()
    assert.equal((await within(call, 5_000)).error, ABORTED)
    assert.equal(line.attempts, 2)
    await executor.dispose()
    assert.equal((await other).message, 'RemoteExecutor is closed')
  })
})
