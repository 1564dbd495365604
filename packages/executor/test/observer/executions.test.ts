import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ExecuteRequest } from '@supolka/codemode-executor'
import { openRecorded } from './record.ts'

const loop = 'async () => { for (;;) {} }'
const store = [{ name: 'store', tools: ['get'] }]
const answer = async (): Promise<string> => '{"result":1}'

/** Executes once, and gives the outcome that the observer heard of. */
async function outcomeOf(
  request: Partial<ExecuteRequest>,
  options?: Parameters<typeof openRecorded>[0],
): Promise<string | undefined> {
  await using recorded = openRecorded(options)
  const call = recorded.executor.execute({ code: 'async () => 1', ...request })
  await Promise.allSettled([call])
  assert.equal(recorded.executions.length, 1)

  return recorded.executions[0]?.outcome
}

suite('the outcome that an observer hears of', () => {
  const modules = { a: { js: 'export {}', wasm: 'x' } } as unknown as ExecuteRequest['modules']
  const retained = { code: `async () => () => new Response('x')`, retainHandles: true }
  const cases: Array<[name: string, outcome: string, request: Partial<ExecuteRequest>]> = [
    ['a value', 'returned', {}],
    ['undefined', 'returned', { code: 'async () => {}' }],
    ['handles', 'retained', retained],
    ['a throw', 'threw', { code: `async () => { throw new Error('x') }` }],
    [
      'a throw of the timeout text',
      'threw',
      { code: `async () => { throw 'Execution timed out' }` },
    ],
    ['code that does not compile', 'threw', { code: 'async () => {' }],
    ['a provider name that is refused', 'threw', { providers: [{ name: 'console', tools: [] }] }],
    ['modules that are refused', 'threw', { modules }],
    ['a broken bound of time', 'timeout', { code: loop, timeout: 50 }],
    ['an abort before it began', 'aborted', { signal: AbortSignal.abort() }],
  ]
  for (const [name, outcome, request] of cases) {
    test(`of ${name} is ${outcome}`, async () => {
      assert.equal(await outcomeOf(request), outcome)
    })
  }

  test('of a broken bound of occupancy is timeout', async () => {
    assert.equal(await outcomeOf({ code: loop }, { maxOccupancy: 50 }), 'timeout')
  })

  test('of a broken memory limit is memory', async () => {
    const code = 'async () => { const all = []; for (;;) all.push(new Array(1_000).fill(1.5)) }'
    assert.equal(await outcomeOf({ code }, { memoryLimit: 16 }), 'memory')
  })

  test('of an abort in the middle is aborted', async () => {
    const controller = new AbortController()
    const request: Partial<ExecuteRequest> = {
      code: 'async () => { await store.get(); for (;;) {} }',
      providers: store,
      dispatch: () => {
        controller.abort()

        return answer()
      },
      signal: controller.signal,
    }
    assert.equal(await outcomeOf(request), 'aborted')
  })

  test('of a fault is its code', async () => {
    assert.equal(await outcomeOf({}, { execPath: '/nowhere/node' }), 'WORKER_CRASHED')
    await using recorded = openRecorded({ queueLimit: 0 })
    const { executor, executions } = recorded
    const [running, refused] = [
      executor.execute({ code: 'async () => 1' }),
      executor.execute({ code: 'async () => 2' }),
    ]
    await assert.rejects(refused, { code: 'QUEUE_OVERFLOW' })
    assert.equal((await running).result, 1)
    const outcomes = executions.map(({ outcome }) => outcome)
    assert.deepEqual(outcomes, ['QUEUE_OVERFLOW', 'returned'])
  })

  test('of what a dispose cuts is INTERNAL, once for each', async () => {
    const recorded = openRecorded()
    const { executor, executions } = recorded
    const reached = Promise.withResolvers<void>()
    const running = executor.execute({
      code: 'async () => store.get()',
      providers: store,
      dispatch: () => {
        reached.resolve()

        return new Promise(() => undefined)
      },
    })
    const queued = executor.execute({ code: 'async () => 1' })
    const settled = Promise.allSettled([running, queued])
    await reached.promise
    await executor.dispose()
    await settled
    assert.deepEqual(
      executions.map(({ outcome, usage }) => [outcome, usage.toolCalls]),
      [
        ['INTERNAL', 0],
        ['INTERNAL', 1],
      ],
    )
  })

  test('is none for a request with a wrong field', async () => {
    await using recorded = openRecorded()
    await assert.rejects(recorded.executor.execute({ code: 'async () => 1', timeout: -1 }))
    assert.deepEqual(recorded.executions, [])
  })
})

suite('beside the outcome an observer hears', () => {
  test('the usage that the caller gets', async () => {
    await using recorded = openRecorded()
    const { executor, executions } = recorded
    const { usage } = await executor.execute({
      code: 'async () => { await store.get(); await store.get() }',
      providers: store,
      dispatch: answer,
    })
    assert.equal(usage?.toolCalls, 2)
    assert.deepEqual(executions[0]?.usage, usage)
  })

  test('how long it waited for a worker, and nothing for what never waits', async () => {
    await using recorded = openRecorded()
    const { executor, executions } = recorded
    const gate = Promise.withResolvers<string>()
    const first = executor.execute({
      code: 'async () => store.get()',
      providers: store,
      dispatch: () => gate.promise,
    })
    const second = executor.execute({ code: 'async () => 1' })
    await executor.execute({ code: '', providers: [{ name: '1', tools: [] }] })
    gate.resolve('{}')
    await Promise.all([first, second])
    const [refused, ran, waited] = executions
    assert.ok(refused && ran && waited)
    assert.equal(refused.queuedMs, 0)
    // The second waited for all of the first, and for the start of the child as well.
    assert.ok(waited.queuedMs >= ran.usage.wallMs, `${waited.queuedMs} of ${ran.usage.wallMs}`)
  })

  test('each tool call, with how long the dispatch took', async () => {
    await using recorded = openRecorded()
    const { executor, toolCalls } = recorded
    await executor.execute({
      code: 'async () => { await store.get(); await store.get().catch(() => 0) }',
      providers: store,
      dispatch: answer,
    })
    assert.equal(toolCalls.length, 2)
    for (const event of toolCalls) assert.deepEqual(Object.keys(event), ['durationMs'])
  })
})

function fail(): never {
  throw new Error('broken')
}

test('an observer that throws breaks neither runs nor handles nor the end', async () => {
  const observer = {
    onExecution: fail,
    onToolCall: fail,
    onChildExit: fail,
    onHandlesClosed: fail,
  }
  await using recorded = openRecorded({ observer })
  const { executor } = recorded
  const tools = { providers: store, dispatch: answer }
  assert.equal((await executor.execute({ code: 'async () => store.get()', ...tools })).result, 1)
  assert.match((await executor.execute({ code: loop, timeout: 50 })).error ?? '', /timed out/v)
  const { executionId = '' } = await executor.execute({
    code: `async () => () => new Response('x')`,
    retainHandles: true,
  })
  await executor.closeHandles(executionId)
  assert.equal((await executor.execute({ code: 'async () => 2' })).result, 2)
})
