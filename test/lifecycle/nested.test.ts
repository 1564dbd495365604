import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ExecutionTimeoutError, type ExecuteRequest } from '@supolka/codemode-executor'
import { childrenOf, until } from './children.ts'
import { openExecutor } from './open-executor.ts'
import { within } from './settlement.ts'

type Nest = (argument: number) => Partial<ExecuteRequest> & { code: string }

/** Runs `code`, whose `tools.nest(x)` executes `nest(x)` on the same executor and answers its end. */
async function runNesting(
  options: Parameters<typeof openExecutor>[0],
  code: string,
  nest: Nest,
): Promise<unknown> {
  await using executor = openExecutor(options)
  const providers = [{ name: 'tools', tools: ['nest'] }]
  const dispatch = async (_: string, __: string, argsJson: string): Promise<string> => {
    const request = { providers, dispatch, ...nest(Number(argsJson)) }
    const { result, error } = await executor.execute(request)

    return JSON.stringify({ result: error ?? result })
  }
  const outcome = await within(executor.execute({ code, providers, dispatch }))
  const workers = options?.workers ?? 1
  // Children beyond the number asked for are only there while they are needed.
  await until('no child is too many', () => childrenOf().length <= workers)

  return outcome.error ?? outcome.result
}

test('a nested execution on a full pool runs', async () => {
  const code = 'async () => tools.nest(1)'
  assert.equal(await runNesting({ workers: 1 }, code, () => ({ code: 'async () => 2' })), 2)
})

const countDown: Nest = (depth) => ({
  code: depth === 0 ? 'async () => 0' : `async () => 1 + await tools.nest(${depth - 1})`,
})

test('executions nested five deep run', async () => {
  assert.equal(await runNesting({ workers: 1 }, 'async () => tools.nest(4)', countDown), 4)
})

const both = 'async () => Promise.all([tools.nest(0), tools.nest(1)])'
const loop = 'async () => { for (;;) {} }'

test('nested executions are not turned away at the bound of the queue', async () => {
  const options = { workers: 1, queueLimit: 1 }
  const code = 'async () => Promise.all([1, 2, 3, 4].map((x) => tools.nest(x)))'
  const answer = await runNesting(options, code, (x) => ({ code: `async () => ${x}` }))
  assert.deepEqual(answer, [1, 2, 3, 4])
})

test('many nested executions of one run all get their turn', async () => {
  const code = 'async () => Promise.all([...Array(12).keys()].map((x) => tools.nest(x)))'
  const answer = await runNesting({ workers: 1 }, code, (x) => ({ code: `async () => ${x} * 2` }))
  assert.deepEqual(
    answer,
    Array.from({ length: 12 }, (_, index) => index * 2),
  )
})

for (const victim of [0, 1]) {
  test(`nested execution ${victim} of two dies at its bound, and the other one still runs`, async () => {
    const expected = ['right', 'right']
    expected[victim] = new ExecutionTimeoutError(50).message
    const answer = await runNesting({ workers: 1 }, both, (x) =>
      x === victim ? { code: loop, timeout: 50 } : { code: `async () => 'right'` },
    )
    assert.deepEqual(answer, expected)
  })
}

test('nested executions get their turn when each child serves one run', async () => {
  const options = { workers: 1, runsPerWorker: 1 }
  assert.deepEqual(await runNesting(options, both, (x) => ({ code: `async () => ${x}` })), [0, 1])
})

const nestOnce: Nest = (depth) => ({
  code: depth === 0 ? 'async () => 1' : 'async () => tools.nest(0)',
})

test('nested executions that nest again at the same time finish', async () => {
  const options = { workers: 2 }
  const code = 'async () => Promise.all([tools.nest(1), tools.nest(1)])'
  assert.deepEqual(await runNesting(options, code, nestOnce), [1, 1])
})
