import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { suite, test } from 'node:test'
import { childrenOf, descriptorCount, until } from './children.ts'
import { openExecutor } from './open-executor.ts'
import { faultOf, within } from './settlement.ts'

const loop = 'async () => { await tools.tell(); for (;;) {} }'
const handler = `async () => ({ fetch: async () => new Promise((resolve) => setTimeout(resolve, 60_000)) })`
const providers = [{ name: 'tools', tools: ['tell'] }]

/** What keeps this process busy, without the timer of the look itself. */
const resources = (): string =>
  process
    .getActiveResourcesInfo()
    .filter((name) => name !== 'Immediate')
    .toSorted()
    .join()

const own = resources()

/** A dispatch, and a promise of its first call. */
function tellTale(): { dispatch: () => Promise<string>; told: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()

  return {
    told: promise,
    dispatch: async () => {
      resolve()

      return '{}'
    },
  }
}

suite('dispose settles everything that is open', () => {
  test('a running execution with an INTERNAL fault that counts its tool calls', async () => {
    const executor = openExecutor({ workers: 1 })
    const { dispatch, told } = tellTale()
    const fault = faultOf(executor.execute({ code: loop, providers, dispatch }))
    await told
    await within(executor.dispose())
    const message = 'The pool is shutting down.'
    assert.deepEqual(await fault, { code: 'INTERNAL', message, retryable: false, dispatched: 1 })
  })

  test('a queued execution with a retryable INTERNAL fault', async () => {
    const executor = openExecutor({ workers: 1 })
    const { dispatch, told } = tellTale()
    const running = faultOf(executor.execute({ code: loop, providers, dispatch }))
    await told
    const queued = [1, 2].map(() => faultOf(executor.execute({ code: 'async () => 1' })))
    await within(executor.dispose())
    const expected = { code: 'INTERNAL', message: 'The pool is shutting down.', retryable: true }
    assert.deepEqual(await Promise.all(queued), [expected, expected])
    await running
  })

  test('an execution whose first child is only starting', async () => {
    const executor = openExecutor({ workers: 1 })
    const fault = faultOf(executor.execute({ code: 'async () => 1' }))
    await within(executor.dispose())
    assert.partialDeepStrictEqual(await fault, { code: 'INTERNAL', retryable: true })
  })

  test('retained handles, and the invocations under way and waiting', async () => {
    const executor = openExecutor({ workers: 1 })
    const { executionId } = await executor.execute({ code: handler, retainHandles: true })
    assert.ok(executionId !== undefined)
    const request = { method: 'GET', url: 'http://a.test/', headers: [], body: null }
    const faults = [1, 2].map(() => faultOf(executor.invokeHandle(executionId, 'fetch', request)))
    await within(executor.dispose())
    for (const fault of await Promise.all(faults)) assert.equal(fault.code, 'HANDLES_CLOSED')
    const late = await faultOf(executor.invokeHandle(executionId, 'fetch', request))
    assert.partialDeepStrictEqual(late, { code: 'HANDLES_CLOSED', retryable: false })
    assert.equal((await faultOf(executor.closeHandles(executionId))).code, 'HANDLES_CLOSED')
  })
})

suite('a disposed executor', () => {
  test('refuses an execution with INTERNAL, not retryable', async () => {
    const executor = openExecutor({ workers: 1 })
    await executor.dispose()
    const message = 'The pool is shutting down.'
    const fault = await faultOf(executor.execute({ code: 'async () => 1' }))
    assert.deepEqual(fault, { code: 'INTERNAL', message, retryable: false })
  })

  test('leaves no listener on the signal of an execution that it refused', async () => {
    const executor = openExecutor({ workers: 1 })
    await executor.dispose()
    const { signal } = new AbortController()
    await faultOf(executor.execute({ code: 'async () => 1', signal }))
    assert.equal(getEventListeners(signal, 'abort').length, 0)
  })

  test('can be disposed again, at the same time and later', async () => {
    const executor = openExecutor({ workers: 1, start: 'eager' })
    await within(Promise.all([executor.dispose(), executor.dispose()]))
    await within(executor.dispose())
    assert.equal(childrenOf().length, 0)
  })

  test('has neither children, descriptors nor timers left', async () => {
    const idle = openExecutor({ workers: 1 })
    await idle.execute({ code: 'async () => 1' })
    await idle.dispose()
    // Handles close in a later turn than the one that ended their use.
    await until('nothing is left of the executors before', () => resources() === own)
    const before = descriptorCount()
    const executor = openExecutor({ workers: 2, start: 'eager' })
    const { dispatch, told } = tellTale()
    const fault = faultOf(executor.execute({ code: loop, providers, dispatch }))
    await executor.execute({ code: handler, retainHandles: true })
    await told
    assert.equal(childrenOf().length, 2)
    await within(executor.dispose())
    assert.equal(childrenOf().length, 0)
    await fault
    await until('all handles and timers are gone', () => resources() === own)
    await until('all descriptors are closed', () => descriptorCount() <= before)
  })
})

test('await using disposes', async () => {
  {
    await using executor = openExecutor({ workers: 1 })
    assert.equal((await executor.execute({ code: 'async () => 1' })).result, 1)
    assert.equal(childrenOf().length, 1)
  }
  assert.equal(childrenOf().length, 0)
})
