import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { childrenOf, until } from './children.ts'
import { openExecutor } from './open-executor.ts'
import { faultOf, within } from './settlement.ts'

const one = { code: 'async () => 1' }

/** Two runs that end only once both are under way: after them both children are ready. */
async function occupyBoth(executor: ReturnType<typeof openExecutor>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let calls = 0
  const run = {
    code: 'async () => tools.meet()',
    providers: [{ name: 'tools', tools: ['meet'] }],
    dispatch: (): Promise<string> => {
      calls += 1
      if (calls === 2) resolve('{}')

      return promise
    },
  }
  await within(Promise.all([executor.execute(run), executor.execute(run)]))
}

suite('children start', () => {
  test('with the first execution when they start lazily', async () => {
    await using executor = openExecutor({ workers: 2 })
    assert.equal(childrenOf().length, 0)
    await executor.execute(one)
    assert.equal(childrenOf().length, 2)
  })

  test('at once when they start eagerly', async () => {
    await using executor = openExecutor({ workers: 2, start: 'eager' })
    const children = childrenOf()
    assert.equal(children.length, 2)
    await executor.execute(one)
    assert.deepEqual(childrenOf(), children)
  })

  test('on a binary that is none: a fault that says so, each time', async () => {
    await using executor = openExecutor({ workers: 1, execPath: '/nowhere/node' })
    const message = /^Worker \d+ failed to start\.$/v
    const first = await faultOf(executor.execute(one))
    assert.partialDeepStrictEqual(first, { code: 'WORKER_CRASHED', retryable: true })
    assert.match(first.message, message)
    assert.match((await faultOf(executor.execute(one))).message, message)
  })

  test('on a binary that only ends: a fault that says so', async () => {
    await using executor = openExecutor({ workers: 2, execPath: '/bin/false' })
    const faults = await Promise.all(
      [executor.execute(one), executor.execute(one)].map((call) => faultOf(call)),
    )
    for (const fault of faults) {
      assert.partialDeepStrictEqual(fault, { code: 'WORKER_CRASHED', retryable: true })
    }
  })

  test('with flags that the system refuses: a fault, and nothing of it is left', async () => {
    const executor = openExecutor({ workers: 1, execArgv: ['x'.repeat(4_000_000)] })
    const fault = await faultOf(executor.execute(one))
    assert.partialDeepStrictEqual(fault, { code: 'WORKER_CRASHED', retryable: true })
    await within(executor.dispose())
  })
})

suite('a child that dies', () => {
  test('while it is idle is replaced', async () => {
    await using executor = openExecutor({ workers: 2 })
    await occupyBoth(executor)
    const [victim = 0] = childrenOf()
    process.kill(victim, 'SIGKILL')
    await until('there are two again', () => {
      const children = childrenOf()

      return children.length === 2 && !children.includes(victim)
    })
    assert.equal((await within(executor.execute(one))).result, 1)
  })

  test('under a run ends it with a retryable fault that counts its calls, and is replaced', async () => {
    await using executor = openExecutor({ workers: 1 })
    let calls = 0
    const fault = await faultOf(
      executor.execute({
        code: 'async () => { await tools.a(); await tools.a(); for (;;) {} }',
        providers: [{ name: 'tools', tools: ['a'] }],
        dispatch: async () => {
          calls += 1
          // The answer of the second call is on its way to a child that is dead by then.
          if (calls === 2) for (const pid of childrenOf()) process.kill(pid, 'SIGKILL')

          return '{}'
        },
      }),
    )
    const message = 'Worker 1 died under the execution.'
    assert.deepEqual(fault, { code: 'WORKER_CRASHED', message, retryable: true, dispatched: 2 })
    assert.equal((await within(executor.execute(one))).result, 1)
    assert.equal(childrenOf().length, 1)
  })

  test('while it starts does not lose the execution that waits, or ends it with a fault', async () => {
    await using executor = openExecutor({ workers: 2 })
    const runs = [executor.execute(one), executor.execute(one)]
    const [victim = 0] = childrenOf()
    process.kill(victim, 'SIGKILL')
    const results = await within(Promise.all(runs))
    assert.deepEqual(
      results.map(({ result }) => result),
      [1, 1],
    )
    await until('there are two again', () => childrenOf().length === 2, 5_000)
  })

  test('under retained handles closes them', async () => {
    await using executor = openExecutor({ workers: 1 })
    const code = `async () => ({ fetch: () => new Response('x') })`
    const { executionId = '' } = await executor.execute({ code, retainHandles: true })
    for (const pid of childrenOf()) process.kill(pid, 'SIGKILL')
    const request = { method: 'GET', url: 'http://a.test/', headers: [], body: null }
    const fault = await faultOf(executor.invokeHandle(executionId, 'fetch', request))
    assert.equal(fault.code, 'HANDLES_CLOSED')
    assert.equal((await within(executor.execute(one))).result, 1)
  })
})

test('a child is replaced after its number of runs, and no run is lost', async () => {
  await using executor = openExecutor({ workers: 2, runsPerWorker: 4 })
  const seen = new Set<number>()
  const runs = Array.from({ length: 40 }, async (_, index) => {
    const { result } = await executor.execute({ code: `async () => ${index}` })
    for (const pid of childrenOf()) seen.add(pid)

    return result
  })
  assert.deepEqual(await within(Promise.all(runs), 30_000), [...Array.from({ length: 40 }).keys()])
  assert.ok(seen.size >= 10, `40 runs in ${seen.size} children`)
  await until('two children are left', () => childrenOf().length === 2)
})
