import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createExecutor, type ExecutorOptions } from '@supolka/codemode-executor'
import { hostileExecutor } from '../channel/hostile-executor.ts'
import { openRecorded } from '../observer/record.ts'

const idle = { starting: 0, ready: 0, running: 0, retained: 0, resting: 0 }
const store = [{ name: 'store', tools: ['get'] }]

suite('the report of what is in force', () => {
  test('has every limit, the defaults included', async () => {
    await using executor = createExecutor({ workers: 3, memoryLimit: 64 })
    assert.deepEqual(executor.report().limits, {
      workers: 3,
      queueLimit: 1_000,
      timeout: 60_000,
      maxTimeout: 2_147_483_647,
      memoryLimit: 64,
      maxOccupancy: null,
      handlesIdleTimeout: 300_000,
      runsPerWorker: 500,
      payload: 8_388_608,
      console: 1_048_576,
      answer: 16_777_216,
    })
  })

  test('has the limits that were set, as they apply', async () => {
    const options: ExecutorOptions = {
      timeout: null,
      maxTimeout: 500,
      maxOccupancy: 9,
      queueLimit: 0,
    }
    await using executor = createExecutor(options)
    const expected = { timeout: 500, maxTimeout: 500, maxOccupancy: 9, queueLimit: 0 }
    assert.partialDeepStrictEqual(executor.report().limits, expected)
  })

  test('has the isolation with its reason, in one sentence', async () => {
    await using executor = createExecutor()
    const { level, reason } = executor.report().isolation
    assert.equal(level, 'process')
    assert.match(reason, /^[A-Z][^.]+\.$/v)
  })

  test('has the versions of the own binary before any child runs, and starts none', async () => {
    await using executor = createExecutor()
    const { node, v8, isolatedVm, workers } = executor.report()
    assert.deepEqual([node, v8], [process.versions.node, process.versions.v8])
    assert.match(isolatedVm, /^\d+\.\d+\.\d+/v)
    assert.deepEqual(workers, idle)
  })

  test('has the versions of another binary once its first child has said them', async () => {
    await using hostile = hostileExecutor('honest')
    const { executor } = hostile
    const { node, v8 } = executor.report()
    assert.deepEqual([node, v8], ['unknown', 'unknown'])
    await executor.execute({ code: 'x' })
    const after = executor.report()
    assert.deepEqual([after.node, after.v8, after.isolatedVm], ['24.0.0', '13', '7.0.1'])
  })

  test('survives JSON as it is', async () => {
    await using executor = createExecutor({ maxOccupancy: 5, replica: 'a' })
    const report = executor.report()
    assert.deepEqual(JSON.parse(JSON.stringify(report)), report)
  })
})

suite('the report of what goes on', () => {
  test('counts workers by what they do, and what waits for one', async () => {
    await using recorded = openRecorded({ workers: 2 })
    const { executor } = recorded
    assert.deepEqual([executor.report().queueDepth, executor.report().workers], [0, idle])
    const code = `async () => () => new Response('x')`
    const retaining = executor.execute({ code, retainHandles: true })
    assert.deepEqual(executor.report().workers, { ...idle, starting: 2 })
    assert.equal(executor.report().queueDepth, 1)
    await retaining
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
    const running = executor.execute({
      code: 'async () => store.get()',
      providers: store,
      dispatch: () => {
        reached.resolve()

        return gate.promise
      },
    })
    const queued = executor.execute({ code: 'async () => 1' })
    await reached.promise
    assert.deepEqual(executor.report().workers, { ...idle, running: 1, retained: 1 })
    assert.equal(executor.report().queueDepth, 1)
    gate.resolve('{}')
    await Promise.all([running, queued])
    const { workers, queueDepth } = executor.report()
    assert.deepEqual([workers.running, workers.retained, queueDepth], [0, 1, 0])
    assert.equal(workers.resting + workers.ready, 1)
  })

  test('says of a disposed executor that it takes nothing, and has no workers', async () => {
    const executor = createExecutor({ workers: 1, start: 'eager' })
    assert.deepEqual(executor.report().workers, { ...idle, starting: 1 })
    assert.equal(executor.report().isDraining, false)
    await executor.dispose()
    assert.deepEqual([executor.report().isDraining, executor.report().workers], [true, idle])
  })
})
