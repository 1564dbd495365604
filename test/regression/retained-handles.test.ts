// Ways in which retained handles once ended before their time.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createExecutor } from '@supolka/codemode-executor'

const request = { method: 'GET', url: 'https://a.test/', headers: [], body: null }
const store = [{ name: 'store', tools: ['slow'] }]
const slow = async () => {
  await delay(150)
  return '{"result":1}'
}

test('a tool call that outlives the run that granted handles does not start its old bound again', async () => {
  await using executor = createExecutor({ workers: 1 })
  const { executionId = '' } = await executor.execute({
    code: `async () => { store.slow(); return () => new Response('x') }`,
    providers: store,
    dispatch: slow,
    retainHandles: true,
    timeout: 1_000,
  })
  await delay(1_500)
  assert.equal((await executor.invokeHandle(executionId, 'fetch', request)).status, 200)
})
test('a tool call of the run that ends during an invocation does not make its outbound wait count', async () => {
  await using executor = createExecutor({ workers: 1 })
  const { executionId = '' } = await executor.execute({
    code: `async () => { store.slow(); return () => fetch('https://b.test/') }`,
    providers: store,
    dispatch: slow,
    retainHandles: true,
    timeout: 1_000,
    outbound: async () => {
      await delay(2_000)
      return { status: 200, statusText: '', headers: [], body: new ArrayBuffer(0) }
    },
  })
  assert.equal((await executor.invokeHandle(executionId, 'fetch', request)).status, 200)
})
test('an idle bound wider than a timer takes does not close the handles at once', async () => {
  await using executor = createExecutor({ workers: 1, handlesIdleTimeout: 3_000_000_000 })
  const { executionId = '' } = await executor.execute({
    code: `async () => () => new Response('x')`,
    retainHandles: true,
  })
  await delay(50)
  assert.equal((await executor.invokeHandle(executionId, 'fetch', request)).status, 200)
})

test('what is heard of one invocation is no news of the next', async () => {
  await using executor = createExecutor({ workers: 1 })
  const { executionId = '' } = await executor.execute({
    // Long enough for several heartbeats, which may arrive when the next invocation has begun.
    code: `async () => () => {
      const end = Date.now() + 150
      while (Date.now() < end);
      return new Response('x')
    }`,
    retainHandles: true,
  })
  const invocations = Array.from({ length: 8 }, () =>
    executor.invokeHandle(executionId, 'fetch', request),
  )
  const statuses = (await Promise.all(invocations)).map(({ status }) => status)
  assert.deepEqual(statuses, Array(8).fill(200))
})
