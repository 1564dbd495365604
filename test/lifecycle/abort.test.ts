import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { after, test } from 'node:test'
import { ExecutionAbortedError } from '@supolka/codemode-executor'
import { openExecutor } from './open-executor.ts'
import { faultOf, within } from './settlement.ts'

const executor = openExecutor({ workers: 1, queueLimit: 2 })
after(() => executor.dispose())

const error = new ExecutionAbortedError().message
const providers = [{ name: 'tools', tools: ['tell'] }]
const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length

/** A run in an endless loop, and a promise that it is in it. */
function startLoop(signal: AbortSignal): {
  run: ReturnType<typeof executor.execute>
  told: Promise<void>
} {
  const { promise, resolve } = Promise.withResolvers<void>()
  const run = executor.execute({
    code: `async () => { console.log('before'); await tools.tell(); for (;;) {} }`,
    providers,
    dispatch: async () => {
      resolve()

      return '{}'
    },
    signal,
  })

  return { run, told: promise }
}

test('a signal that has fired runs nothing', async () => {
  let calls = 0
  const outcome = await executor.execute({
    code: 'async () => tools.tell()',
    providers,
    dispatch: async () => {
      calls += 1

      return '{}'
    },
    signal: AbortSignal.abort(),
  })
  assert.deepEqual({ ...outcome }, { result: undefined, error, logs: [] })
  assert.equal(calls, 0)
})

test('a signal that fires in the middle of a loop ends the run and keeps its logs', async () => {
  const controller = new AbortController()
  const { run, told } = startLoop(controller.signal)
  await told
  const start = performance.now()
  controller.abort()
  const outcome = await within(run)
  assert.ok(performance.now() - start < 250)
  const logs = [{ level: 'log', text: 'before' }]
  assert.deepEqual({ ...outcome }, { result: undefined, error, logs })
  assert.equal(listeners(controller.signal), 0)
})

test('a signal that fires while a tool is out ends the run, and the late answer goes nowhere', async () => {
  const controller = new AbortController()
  const answer = Promise.withResolvers<string>()
  const outcome = await within(
    executor.execute({
      code: 'async () => tools.tell()',
      providers,
      dispatch: () => {
        controller.abort()

        return answer.promise
      },
      signal: controller.signal,
    }),
  )
  assert.equal(outcome.error, error)
  answer.resolve('{"result":1}')
  assert.equal((await within(executor.execute({ code: 'async () => 2' }))).result, 2)
})

test('a signal that fires while its execution is queued takes it out of the queue', async () => {
  const first = new AbortController()
  const second = new AbortController()
  const { run, told } = startLoop(first.signal)
  await told
  let calls = 0
  const queued = executor.execute({
    code: 'async () => tools.tell()',
    providers,
    dispatch: async () => {
      calls += 1

      return '{}'
    },
    signal: second.signal,
  })
  const behind = executor.execute({ code: 'async () => 3' })
  second.abort()
  assert.deepEqual({ ...(await within(queued)) }, { result: undefined, error, logs: [] })
  assert.equal(listeners(second.signal), 0)
  // The place in the queue is free again.
  const filler = executor.execute({ code: 'async () => 4' })
  first.abort()
  await within(run)
  const results = await within(Promise.all([behind, filler]))
  assert.deepEqual(
    results.map(({ result }) => result),
    [3, 4],
  )
  assert.equal(calls, 0)
})

test('a signal that fires after the run changes nothing', async () => {
  const controller = new AbortController()
  const { signal } = controller
  const outcome = await executor.execute({ code: 'async () => 5', signal })
  controller.abort()
  assert.deepEqual({ ...outcome }, { result: 5, logs: [] })
  assert.equal(listeners(signal), 0)
})

test('one signal over many runs keeps no listener, whatever becomes of them', async () => {
  const { signal } = new AbortController()
  await executor.execute({ code: 'async () => 1', signal })
  await executor.execute({ code: 'async () => { throw new Error() }', signal })
  await executor.execute({ code: 'async () => {', signal })
  await executor.execute({ code: 'async () => { for (;;) {} }', signal, timeout: 30 })
  assert.equal(listeners(signal), 0)
})

test('an execution that the queue refuses keeps no listener', async () => {
  const first = new AbortController()
  const { run, told } = startLoop(first.signal)
  await told
  const queued = [1, 2].map(() => executor.execute({ code: 'async () => 1' }))
  const { signal } = new AbortController()
  const { code } = await faultOf(executor.execute({ code: 'async () => 1', signal }))
  first.abort()
  await within(Promise.all([run, ...queued]))
  assert.equal(code, 'QUEUE_OVERFLOW')
  assert.equal(listeners(signal), 0)
})
