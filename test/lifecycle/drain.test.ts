import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { suite, test } from 'node:test'
import { childrenOf } from './children.ts'
import { gate } from './gate.ts'
import { openExecutor } from './open-executor.ts'
import { faultOf, isSettled, within } from './settlement.ts'

type Executor = ReturnType<typeof openExecutor>

const message = 'The pool is draining and takes no new work.'
const turnedAway = { code: 'INTERNAL', message, retryable: true }
const one = { code: 'async () => 1' }

suite('a pool that drains', () => {
  test('fails what waits at once and what comes, both retryable', async () => {
    await using executor = openExecutor({ workers: 1 })
    const { run, reached, open } = gate()
    const running = executor.execute(run)
    await reached
    const queued = [1, 2].map(() => faultOf(executor.execute(one)))
    const drained = executor.drain()
    assert.deepEqual(await Promise.all(queued), [turnedAway, turnedAway])
    assert.deepEqual(await faultOf(executor.execute(one)), turnedAway)
    assert.equal(executor.report().isDraining, true)
    open()
    assert.equal((await within(running)).result, 'through')
    await within(drained)
    assert.deepEqual(await faultOf(executor.execute(one)), turnedAway)
  })

  test('fails what waits for a child that is only starting', async () => {
    await using executor = openExecutor({ workers: 1 })
    const queued = faultOf(executor.execute(one))
    await within(executor.drain())
    assert.deepEqual(await queued, turnedAway)
  })

  test('resolves only once nothing that had started still runs', async () => {
    await using executor = openExecutor({ workers: 2 })
    const gates = [gate(), gate()]
    const runs = gates.map(({ run }) => executor.execute(run))
    await Promise.all(gates.map(({ reached }) => reached))
    const drained = executor.drain()
    gates[0]?.open()
    await within(runs[0] ?? Promise.reject(new Error('no run')))
    assert.equal(await isSettled(drained), false)
    gates[1]?.open()
    const results = await within(Promise.all(runs))
    await within(drained)
    assert.deepEqual(
      results.map(({ result }) => result),
      ['through', 'through'],
    )
  })

  test('counts a run that ends at its bound, or by a fault, as ended', async () => {
    for (const end of ['timeout', 'fault'] as const) {
      // oxlint-disable-next-line no-await-in-loop -- each has the children of this process to itself
      await using executor = openExecutor({ workers: 1 })
      const { run, reached, open } = gate(async () => {
        if (end === 'fault') for (const pid of childrenOf()) process.kill(pid, 'SIGKILL')

        return '{}'
      })
      const code = 'async () => { await tools.wait(); for (;;) {} }'
      const running = executor.execute({ ...run, code, timeout: 200 })
      // oxlint-disable-next-line no-await-in-loop -- as above
      await reached
      const drained = executor.drain()
      open()
      // oxlint-disable-next-line no-await-in-loop -- as above
      const [outcome] = await Promise.allSettled([running])
      assert.equal(outcome.status, end === 'fault' ? 'rejected' : 'fulfilled')
      // oxlint-disable-next-line no-await-in-loop -- as above
      await within(drained)
    }
  })

  test('runs what a started run nests, on a child that it starts for it if need be', async () => {
    await using executor = openExecutor({ workers: 1 })
    const nest = async (): Promise<string> => {
      const { result } = await executor.execute({ code: 'async () => 7' })

      return JSON.stringify({ result })
    }
    const { run, reached, open } = gate(nest)
    const running = executor.execute(run)
    await reached
    const drained = executor.drain()
    open()
    assert.equal((await within(running)).result, 7)
    await within(drained)
  })

  test('keeps nested executions that wait already', async () => {
    await using executor = openExecutor({ workers: 1 })
    const drained = Promise.withResolvers<void>()
    const nest = async (): Promise<string> => {
      const nested = executor.execute({ code: 'async () => 7' })
      assert.equal(executor.report().queueDepth, 1)
      drained.resolve(executor.drain())

      return JSON.stringify({ result: (await nested).result })
    }
    const { run, open } = gate(nest)
    open()
    assert.equal((await within(executor.execute(run))).result, 7)
    await within(drained.promise)
  })

  test('is drained at once when nothing runs, and starts no child for it', async () => {
    await using executor = openExecutor({ workers: 1 })
    await within(executor.drain())
    assert.equal(childrenOf().length, 0)
    assert.deepEqual(await faultOf(executor.execute(one)), turnedAway)
    assert.equal(childrenOf().length, 0)
  })

  test('gives the same promise to everybody', async () => {
    await using executor = openExecutor({ workers: 1 })
    const drained = executor.drain()
    assert.equal(executor.drain(), drained)
    await within(drained)
    assert.equal(executor.drain(), drained)
  })

  test('may be drained and executed on by an observer that hears of it', async () => {
    const later: Array<Promise<unknown>> = []
    let isFirst = true
    const observer = {
      onExecution: () => {
        if (!isFirst) return
        isFirst = false
        later.push(executor.drain(), faultOf(executor.execute(one)))
      },
    }
    const executor: Executor = openExecutor({ workers: 1, observer })
    const queued = faultOf(executor.execute(one))
    await within(executor.drain())
    assert.deepEqual(await queued, turnedAway)
    assert.deepEqual(await within(Promise.all(later)), [undefined, turnedAway])
    await executor.dispose()
  })

  test('leaves no listener on the signal of an execution that it turned away', async () => {
    await using executor = openExecutor({ workers: 1 })
    const { signal } = new AbortController()
    const queued = faultOf(executor.execute({ ...one, signal }))
    await within(executor.drain())
    await queued
    await faultOf(executor.execute({ ...one, signal }))
    assert.equal(getEventListeners(signal, 'abort').length, 0)
  })

  test('replaces no child that dies under its run', async () => {
    for (const isDraining of [false, true]) {
      // oxlint-disable-next-line no-await-in-loop -- each has the children of this process to itself
      await using executor = openExecutor({ workers: 1 })
      const { run, reached } = gate()
      const running = faultOf(executor.execute(run))
      // oxlint-disable-next-line no-await-in-loop -- as above
      await reached
      const drained = isDraining ? executor.drain() : Promise.resolve()
      for (const pid of childrenOf()) process.kill(pid, 'SIGKILL')
      // oxlint-disable-next-line no-await-in-loop -- as above
      assert.equal((await running).code, 'WORKER_CRASHED')
      assert.equal(executor.report().workers.starting, isDraining ? 0 : 1)
      // oxlint-disable-next-line no-await-in-loop -- as above
      await within(drained)
    }
  })
})

suite('dispose', () => {
  test('after a drain ends everything, and still turns new work away as retryable', async () => {
    const executor = openExecutor({ workers: 1 })
    await executor.execute(one)
    await within(executor.drain())
    await within(executor.dispose())
    assert.equal(childrenOf().length, 0)
    assert.deepEqual(await faultOf(executor.execute(one)), turnedAway)
  })

  test('in the middle of a drain cuts what still runs, and the drain ends', async () => {
    const executor = openExecutor({ workers: 1 })
    const { run, reached } = gate()
    const running = faultOf(executor.execute(run))
    await reached
    const drained = executor.drain()
    await within(executor.dispose())
    assert.partialDeepStrictEqual(await running, { code: 'INTERNAL', retryable: false })
    await within(drained)
  })

  test('before a drain leaves nothing to drain', async () => {
    const executor = openExecutor({ workers: 1 })
    await within(executor.dispose())
    await within(executor.drain())
  })
})
