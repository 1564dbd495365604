import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createExecutor, readOutcome } from '@supolka/codemode-executor'

const zero = { wallMs: 0, guestMs: 0, toolCalls: 0, peakHeapBytes: 0 }

suite('executeMessage', () => {
  test('has the text of the value as the isolate wrote it, and a usage that shows', async () => {
    await using executor = createExecutor({ workers: 1 })
    const code = `async () => { console.log('x'); return { b: new Uint8Array([1]), a: 1 } }`
    const message = await executor.executeMessage({ code })
    assert.deepEqual(Object.keys(message), ['resultJson', 'logs', 'usage'])
    const bytes = '{"__executor_binary_v1__":"Uint8Array","data":"AQ=="}'
    assert.equal(message.resultJson, `{"b":${bytes},"a":1}`)
    assert.deepEqual(message.logs, [{ level: 'log', text: 'x' }])
    assert.ok(message.usage !== undefined && message.usage.wallMs > 0)
    assert.deepEqual(readOutcome(message).result, { b: new Uint8Array([1]), a: 1 })
  })

  test('has no text for undefined', async () => {
    await using executor = createExecutor({ workers: 1 })
    const message = await executor.executeMessage({ code: 'async () => {}' })
    assert.deepEqual(Object.keys(message), ['logs', 'usage'])
  })

  test('has the text of a failure, of one that never reaches a worker too', async () => {
    await using executor = createExecutor({ workers: 1 })
    const thrown = await executor.executeMessage({ code: `async () => { throw new Error('x') }` })
    assert.deepEqual(Object.keys(thrown), ['error', 'logs', 'usage'])
    assert.equal(thrown.error, 'x')
    const providers = [{ name: 'console', tools: [] }]
    const { error, ...rest } = await executor.executeMessage({ code: '', providers })
    assert.match(error ?? '', /console/v)
    assert.deepEqual(rest, { logs: [], usage: zero })
    const aborted = { code: '', signal: AbortSignal.abort() }
    assert.match((await executor.executeMessage(aborted)).error ?? '', /aborted by its caller/v)
  })

  test('has the id and the names of handles that were granted', async () => {
    await using executor = createExecutor({ workers: 1 })
    const code = `async () => () => new Response('x')`
    const { usage, executionId, ...rest } = await executor.executeMessage({
      code,
      retainHandles: true,
    })
    assert.match(executionId ?? '', /^[0-9a-f]{32}$/v)
    assert.deepEqual(rest, { logs: [], handles: ['fetch'] })
    assert.ok(usage !== undefined)
  })

  test('rejects as execute does', async () => {
    const executor = createExecutor({ workers: 1 })
    await assert.rejects(executor.executeMessage({ code: '', timeout: 0 }), RangeError)
    await executor.dispose()
    await assert.rejects(executor.executeMessage({ code: '' }), { code: 'INTERNAL' })
  })
})

test('the id of retained handles begins with the name of the replica', async () => {
  const replica = 'pod-1.executor:8080'
  await using executor = createExecutor({ workers: 1, replica })
  const code = `async () => () => new Response('x')`
  const { executionId = '' } = await executor.execute({ code, retainHandles: true })
  const lastDot = executionId.lastIndexOf('.')
  assert.equal(executionId.slice(0, lastDot), replica)
  assert.match(executionId.slice(lastDot + 1), /^[0-9a-f]{32}$/v)
  const request = { method: 'GET', url: 'http://a.test/', headers: [], body: null }
  assert.equal((await executor.invokeHandle(executionId, 'fetch', request)).status, 200)
  await executor.closeHandles(executionId)
})

suite('nest', () => {
  const providers = [{ name: 'tools', tools: ['nest'] }]

  test('lets an execution run on a full pool, begun then or later', async () => {
    await using executor = createExecutor({ workers: 1, queueLimit: 0 })
    // What a wire does: the call is heard of outside of the context in which the tool was called.
    const calls = new EventTarget()
    const answer = Promise.withResolvers<string>()
    calls.addEventListener('call', () => {
      void executor.nest(async () => {
        await new Promise((resolve) => setImmediate(resolve))
        const { result } = await executor.execute({ code: 'async () => 2' })
        answer.resolve(JSON.stringify({ result }))
      })
    })
    const { result } = await executor.execute({
      code: 'async () => tools.nest()',
      providers,
      dispatch: () => {
        setImmediate(() => calls.dispatchEvent(new Event('call')))

        return answer.promise
      },
    })
    assert.equal(result, 2)
  })

  test('answers what the work answers, and lets its throw through', async () => {
    await using executor = createExecutor({ workers: 1 })
    assert.equal(
      executor.nest(() => 5),
      5,
    )
    assert.throws(() =>
      executor.nest(() => {
        throw new RangeError('x')
      }),
    )
  })
})
