import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ExecutorOptions } from '@supolka/codemode-executor'
import { openRecorded } from './record.ts'

const handler = `async () => () => new Response('x')`
const request = { method: 'GET', url: 'http://a.test/', headers: [], body: null }

type Recorded = ReturnType<typeof openRecorded>

/** Retains handles of `code`, lets `act` end them, and tells what the observer heard, the end included. */
async function closedUnder(
  code: string,
  act: (executor: Recorded['executor'], executionId: string) => Promise<unknown>,
  options?: ExecutorOptions,
): Promise<{ executionId: string; closed: Array<string> }> {
  const { executor, closed, until } = openRecorded(options)
  try {
    const { executionId = '' } = await executor.execute({ code, retainHandles: true, timeout: 500 })
    assert.deepEqual(closed, [])
    await act(executor, executionId)
    await until(() => closed.length > 0)
    await assert.rejects(executor.closeHandles(executionId), { code: 'HANDLES_CLOSED' })
    await executor.dispose()

    return { executionId, closed }
  } finally {
    await executor.dispose()
  }
}

suite('an observer hears once that handles ended', () => {
  test('when they are closed', async () => {
    const { executionId, closed } = await closedUnder(handler, (executor, id) =>
      executor.closeHandles(id),
    )
    assert.deepEqual(closed, [executionId])
  })

  test('at the idle bound', async () => {
    const options = { handlesIdleTimeout: 20 }
    const { executionId, closed } = await closedUnder(handler, async () => undefined, options)
    assert.deepEqual(closed, [executionId])
  })

  test('when an invocation breaks a bound', async () => {
    const code = 'async () => () => { for (;;) {} }'
    const { executionId, closed } = await closedUnder(code, async (executor, id) => {
      await assert.rejects(executor.invokeHandle(id, 'fetch', request), /timed out/v)
    })
    assert.deepEqual(closed, [executionId])
  })

  test('with the executor', async () => {
    const { executionId, closed } = await closedUnder(handler, (executor) => executor.dispose())
    assert.deepEqual(closed, [executionId])
  })
})

test('an observer hears of no handles that were never granted', async () => {
  const { executor, closed } = openRecorded()
  await executor.execute({ code: 'async () => 1', retainHandles: true })
  await executor.dispose()
  assert.deepEqual(closed, [])
})
