import { deepEqual, equal, rejects } from 'node:assert/strict'
import { suite, test } from 'node:test'
import { SessionCalls } from '../src/session-calls.ts'

/** A call that settles when it is told to. */
function held(): {
  work: (controller: AbortController) => Promise<number>
  settle: () => void
  controller: () => AbortController | undefined
} {
  const { promise, resolve } = Promise.withResolvers<number>()
  let given: AbortController | undefined

  return {
    work: (controller) => {
      given = controller

      return promise
    },
    settle: () => resolve(1),
    controller: () => given,
  }
}

const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  const pending = Symbol('pending')
  const turn = new Promise((resolve) => {
    setImmediate(resolve, pending)
  })

  return (await Promise.race([promise, turn])) !== pending
}

suite('the calls of a session', () => {
  test('are counted while they are open, and refused at the bound as retryable', async () => {
    const calls = new SessionCalls(2)
    const [one, two] = [held(), held()]
    const open = [calls.run(one.work), calls.run(two.work)]
    equal(calls.openCalls, 2)
    await rejects(calls.run(held().work), {
      code: 'QUEUE_OVERFLOW',
      retryable: true,
      message: 'This connection is at its bound of 2 open calls. Retry when one of them settles.',
    })
    one.settle()
    await open[0]
    equal(calls.openCalls, 1)
    equal(await calls.run(async () => 7), 7)
    two.settle()
    await open[1]
    equal(calls.openCalls, 0)
  })

  test('that fail are not open any more', async () => {
    const calls = new SessionCalls(1)
    await rejects(
      calls.run(() => Promise.reject(new Error('a'))),
      { message: 'a' },
    )
    await rejects(
      calls.run(() => {
        throw new Error('b')
      }),
      { message: 'b' },
    )
    equal(calls.openCalls, 0)
  })

  test('are aborted at the end of the session, those that come later at once', async () => {
    const calls = new SessionCalls(3)
    const [one, late] = [held(), held()]
    const open = calls.run(one.work)
    equal(one.controller()?.signal.aborted, false)
    calls.end()
    equal(one.controller()?.signal.aborted, true)
    const other = calls.run(late.work)
    equal(late.controller()?.signal.aborted, true)
    one.settle()
    late.settle()
    deepEqual(await Promise.all([open, other]), [1, 1])
  })

  test('are idle for everybody who waits once none is open', async () => {
    const calls = new SessionCalls(3)
    await calls.idle()
    const [one, two] = [held(), held()]
    const open = [calls.run(one.work), calls.run(two.work)]
    const waits = [calls.idle(), calls.idle(), calls.idle()]
    one.settle()
    await open[0]
    equal(await isSettled(Promise.race(waits)), false)
    two.settle()
    await Promise.all(waits)
    const next = held()
    const again = calls.run(next.work)
    const wait = calls.idle()
    equal(await isSettled(wait), false)
    next.settle()
    await Promise.all([again, wait])
  })
})

test('waits for functions of the peer are counted, failed ones as well', async () => {
  const calls = new SessionCalls(1)
  equal(calls.hasHostWaits, false)
  const { promise, resolve } = Promise.withResolvers<number>()
  const wait = calls.wait(() => promise)
  equal(calls.hasHostWaits, true)
  await rejects(
    calls.wait(() => Promise.reject(new Error('a'))),
    { message: 'a' },
  )
  equal(calls.hasHostWaits, true)
  resolve(1)
  await wait
  equal(calls.hasHostWaits, false)
})
