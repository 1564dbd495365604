import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { childrenOf, until } from './children.ts'
import { openExecutor } from './open-executor.ts'
import { faultOf, within } from './settlement.ts'

const providers = [{ name: 'tools', tools: ['wait'] }]

/** A dispatch whose answers all wait for `open`. */
function gate(): { dispatch: () => Promise<string>; reached: Promise<void>; open: () => void } {
  const reached = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<string>()

  return {
    reached: reached.promise,
    open: () => opened.resolve('{"result":"through"}'),
    dispatch: () => {
      reached.resolve()

      return opened.promise
    },
  }
}

suite('the bound of the queue', () => {
  test('turns the execution behind it away with QUEUE_OVERFLOW, and only that one', async () => {
    await using executor = openExecutor({ workers: 1, queueLimit: 2 })
    const { dispatch, reached, open } = gate()
    const running = executor.execute({ code: 'async () => tools.wait()', providers, dispatch })
    await reached
    const queued = [1, 2].map((value) => executor.execute({ code: `async () => ${value}` }))
    const message = 'The queue is at its bound of 2. Retry when a running execution settles.'
    const fault = await faultOf(executor.execute({ code: 'async () => 3' }))
    assert.deepEqual(fault, { code: 'QUEUE_OVERFLOW', message, retryable: true })
    open()
    const results = await within(Promise.all([running, ...queued]))
    assert.deepEqual(
      results.map(({ result }) => result),
      ['through', 1, 2],
    )
    assert.equal((await within(executor.execute({ code: 'async () => 4' }))).result, 4)
  })

  test('of zero serves what an idle worker can take, from the first execution on', async () => {
    await using executor = openExecutor({ workers: 1, queueLimit: 0 })
    assert.equal((await within(executor.execute({ code: 'async () => 1' }))).result, 1)
    assert.equal((await within(executor.execute({ code: 'async () => 2' }))).result, 2)
  })

  test('does not count what the workers that are starting will take', async () => {
    await using executor = openExecutor({ workers: 2, queueLimit: 1 })
    const runs = [1, 2, 3].map((value) => executor.execute({ code: `async () => ${value}` }))
    const results = await within(Promise.all(runs))
    assert.deepEqual(
      results.map(({ result }) => result),
      [1, 2, 3],
    )
  })

  test('holds for a queue that is as long as it may be: first come, first served', async () => {
    await using executor = openExecutor({ workers: 1, queueLimit: 60 })
    const order: Array<number> = []
    const runs = Array.from({ length: 60 }, async (_, index) => {
      const { result } = await executor.execute({ code: `async () => ${index}` })
      order.push(Number(result))
    })
    await within(Promise.all(runs))
    assert.deepEqual(order, [...order.keys()])
  })
})

suite('retained handles', () => {
  test('take a worker from the pool until they are closed', async () => {
    await using executor = openExecutor({ workers: 1 })
    const code = `async () => ({ fetch: () => new Response('x') })`
    const { executionId = '' } = await executor.execute({ code, retainHandles: true })
    const queued = executor.execute({ code: 'async () => 1' })
    const quick = Symbol('quick')
    const request = { method: 'GET', url: 'http://a.test/', headers: [], body: null }
    const first = await Promise.race([
      queued,
      executor.invokeHandle(executionId, 'fetch', request).then(() => quick),
    ])
    assert.equal(first, quick)
    await executor.closeHandles(executionId)
    assert.equal((await within(queued)).result, 1)
    await until('one child is left', () => childrenOf().length === 1)
  })

  test('return their worker after the idle bound', async () => {
    await using executor = openExecutor({ workers: 1, handlesIdleTimeout: 50 })
    const code = `async () => ({ fetch: () => new Response('x') })`
    const { executionId = '' } = await executor.execute({ code, retainHandles: true })
    assert.equal((await within(executor.execute({ code: 'async () => 1' }))).result, 1)
    assert.equal((await faultOf(executor.closeHandles(executionId))).code, 'HANDLES_CLOSED')
  })
})
