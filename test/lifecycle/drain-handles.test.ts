import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { childrenOf } from './children.ts'
import { gate } from './gate.ts'
import { openExecutor } from './open-executor.ts'
import { faultOf, isSettled, within } from './settlement.ts'

const request = { method: 'GET', url: 'http://a.test/', headers: [], body: null }

suite('retained handles of a pool that drains', () => {
  const handler = `async () => () => new Response('x')`

  test('serve until the executor is disposed', async () => {
    await using executor = openExecutor({ workers: 1 })
    const { executionId = '' } = await executor.execute({ code: handler, retainHandles: true })
    await within(executor.drain())
    const { status } = await within(executor.invokeHandle(executionId, 'fetch', request))
    assert.equal(status, 200)
    await within(executor.dispose())
    const late = await faultOf(executor.invokeHandle(executionId, 'fetch', request))
    assert.equal(late.code, 'HANDLES_CLOSED')
    assert.equal(childrenOf().length, 0)
  })

  test('are granted by a run that had started', async () => {
    await using executor = openExecutor({ workers: 1 })
    const { run, reached, open } = gate()
    const code = `async () => { await tools.wait(); return () => new Response('x') }`
    const running = executor.execute({ ...run, code, retainHandles: true })
    await reached
    const drained = executor.drain()
    open()
    const { executionId = '' } = await within(running)
    await within(drained)
    const { status } = await within(executor.invokeHandle(executionId, 'fetch', request))
    assert.equal(status, 200)
  })

  test('are waited for while an invocation is open, and may nest meanwhile', async () => {
    await using executor = openExecutor({ workers: 1 })
    const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { executionId = '' } = await executor.execute({
      code: `async () => () => fetch('http://b.test/')`,
      retainHandles: true,
      outbound: async () => {
        reached.resolve()
        await opened.promise
        const { result } = await executor.execute({ code: `async () => 'nested'` })

        return {
          status: 200,
          statusText: '',
          headers: [],
          body: new TextEncoder().encode(String(result)).buffer,
        }
      },
    })
    const invocation = executor.invokeHandle(executionId, 'fetch', request)
    await reached.promise
    const drained = executor.drain()
    assert.equal(await isSettled(drained), false)
    opened.resolve()
    const { body } = await within(invocation)
    assert.equal(new TextDecoder().decode(body), 'nested')
    await within(drained)
  })
})
