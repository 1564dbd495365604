// Executions that come out of the tools of others, on one server whose workers are all taken.

import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { serve } from '@supolka/codemode-executor-server'
import {
  ExecutionTimeoutError,
  type ExecuteRequest,
  type ExecuteResult,
} from '@supolka/codemode-executor-protocol'
import { requestTo, responseOf, textOf } from '../contract/exchanges.ts'
import { until } from '../lifecycle/children.ts'
import { within } from '../lifecycle/settlement.ts'
import { runHostAt } from './run-host-at.ts'
import { openServed, type Served } from './served.ts'

const providers = [{ name: 'tools', tools: ['nest'] }]

/** Runs code whose `tools.nest(x)` executes `nest(x)` on the same executor and answers what it came to. */
function runNesting(
  { executor }: Served,
  code: string,
  nest: (argument: number) => Partial<ExecuteRequest> & { code: string },
): Promise<ExecuteResult> {
  const dispatch = async (_: string, __: string, argsJson: string): Promise<string> => {
    const request = { providers, dispatch, ...nest(Number(argsJson)) }
    const { result, error } = await executor.execute(request)

    return JSON.stringify({ result: error ?? result })
  }

  // Each level may have to start a child first.
  return within(executor.execute({ code, providers, dispatch }), 60_000)
}

/** Checks that no worker is there that was only started for nested executions. */
const checkShrunk = ({ server }: Served): Promise<void> =>
  until('no worker is too many', () => {
    const { starting, ready, running, resting } = server.report().workers

    return starting + ready + running + resting <= 1
  })

suite('a nested execution', () => {
  test('runs on a server whose only worker waits for it', async () => {
    await using served = await openServed({ server: { workers: 1 } })
    const code = 'async () => tools.nest(1)'
    const outcome = await runNesting(served, code, (x) => ({ code: `async () => ${x} + 1` }))
    assert.equal(outcome.result, 2)
    await checkShrunk(served)
  })

  test('may be nested six deep', async () => {
    await using served = await openServed({ server: { workers: 1 } })
    const outcome = await runNesting(served, 'async () => tools.nest(5)', (depth) => ({
      code: depth === 0 ? 'async () => 0' : `async () => 1 + await tools.nest(${depth - 1})`,
    }))
    assert.equal(outcome.result, 5)
    await checkShrunk(served)
  })

  test('may be one of twenty at once', async () => {
    await using served = await openServed({ server: { workers: 1 } })
    const code = 'async () => Promise.all([...Array(20).keys()].map((x) => tools.nest(x)))'
    const outcome = await runNesting(served, code, (x) => ({ code: `async () => ${x} * 2` }))
    assert.deepEqual(
      outcome.result,
      Array.from({ length: 20 }, (_, x) => x * 2),
    )
    await checkShrunk(served)
  })

  test('is not turned away by a queue at its bound, and goes before what waits in it', async () => {
    await using served = await openServed({ server: { workers: 1, queueLimit: 1 } })
    const { executor, server } = served
    const [entered, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const order: Array<unknown> = []
    const noting = async (call: Promise<ExecuteResult>): Promise<string> => {
      const { result } = await call
      order.push(result)

      return JSON.stringify({ result })
    }
    const dispatch = async (): Promise<string> => {
      entered.resolve()
      await opened.promise

      return noting(executor.execute({ code: `async () => 'nested'` }))
    }
    const outer = executor.execute({ code: 'async () => tools.nest()', providers, dispatch })
    await entered.promise
    const queued = noting(executor.execute({ code: `async () => 'queued'` }))
    await until('the queue is full', () => server.report().queueDepth === 1)
    opened.resolve()
    assert.equal((await within(outer)).result, 'nested')
    await within(queued)
    assert.deepEqual(order, ['nested', 'queued'])
  })

  test('that fails, or dies at its bound, leaves the outer run going', async () => {
    await using served = await openServed({ server: { workers: 1 } })
    const code = 'async () => [await tools.nest(0), await tools.nest(1)]'
    const outcome = await runNesting(served, code, (x) =>
      x === 0
        ? { code: 'async () => { for (;;) {} }', timeout: 30 }
        : { code: `async () => { throw new Error('of the nested one') }` },
    )
    const [first, second] = outcome.result as [string, string]
    assert.match(first, /^Execution timed out at its 30 ms bound\./)
    assert.equal(second, 'of the nested one')
  })

  test('may come out of the outbound function, of a run and of a handle', async () => {
    await using served = await openServed({ server: { workers: 1 } })
    const { executor } = served
    const outbound = async (): ReturnType<NonNullable<ExecuteRequest['outbound']>> => {
      const { result } = await executor.execute({ code: `async () => 'nested'`, outbound: null })

      return responseOf(String(result))
    }
    const code = `async () => (await fetch('https://a.test/')).text()`
    assert.equal((await within(executor.execute({ code, outbound }))).result, 'nested')
    const { executionId = '' } = await executor.execute({
      code: `async () => async () => fetch('https://a.test/')`,
      outbound,
      retainHandles: true,
    })
    const answer = await within(executor.invokeHandle(executionId, 'fetch', requestTo('/')))
    assert.equal(textOf(answer.body), 'nested')
    await executor.closeHandles(executionId)
  })
})

suite('a nested execution on a runtime without asynchronous context', () => {
  test('runs where a worker is free', async () => {
    await using server = await serve({ port: 0, workers: 2 })
    const answer: unknown = JSON.parse(
      await runHostAt(import.meta.url, 'nests-without-context.ts', [server.url]),
    )
    assert.deepEqual(answer, { outer: 7, nested: 7 })
  })

  test('waits behind the run that waits for it where none is, until the occupancy bound ends that', async () => {
    await using server = await serve({ port: 0, workers: 1, maxOccupancy: 2_000 })
    const answer: unknown = JSON.parse(
      await runHostAt(import.meta.url, 'nests-without-context.ts', [server.url]),
    )
    assert.deepEqual(answer, { outer: new ExecutionTimeoutError(2_000).message, nested: 7 })
  })
})
