// Faults: what rejects, with a code to branch on. WORKER_CRASHED is not here, because nothing behind
// this interface can kill a worker that its program did not kill.

import { deepEqual, equal, ok } from 'node:assert/strict'
import { describe } from 'node:test'
import {
  ExecutorError,
  QueueOverflowError,
  rehydrateExecutorError,
} from '@supolka/codemode-executor-protocol'
import { test } from './bounded-test.ts'
import { requestTo } from './exchanges.ts'
import { ownExecutor, shareExecutor, type ExecutorFactory } from './executor-factory.ts'
import { rejection, returned, type Rejection } from './outcomes.ts'
import { storeOf } from './toolbox.ts'

/** A disposed executor says one of two things: in the process of its pool, or over a wire. */
const DISPOSED: Record<string, string> = {
  INTERNAL: 'The pool is shutting down.',
  CONNECTION_BROKEN: 'RemoteExecutor is closed',
}

const checkDisposed = ({ code, message }: Rejection): void => {
  deepEqual([code, message], [code, DISPOSED[String(code)]])
}

/** A run that is known to have started, and that stays open until `release`. */
function openRun(): {
  started: Promise<void>
  release: () => void
  request: ReturnType<typeof storeOf> & { code: string }
} {
  const started = Promise.withResolvers<void>()
  const released = Promise.withResolvers<string>()
  const request = storeOf({
    open: () => {
      started.resolve()

      return released.promise
    },
  })

  return {
    started: started.promise,
    release: () => released.resolve('released'),
    request: { ...request, code: 'async () => store.open()' },
  }
}

export function declareFaults(create: ExecutorFactory): void {
  describe('faults', () => {
    const executor = shareExecutor(create)

    test('a queue at its bound turns new work away, and takes it again afterwards', async () => {
      await using own = await ownExecutor(create, { workers: 1, queueLimit: 1 })
      const { started, release, request } = openRun()
      const running = own.execute(request)
      await started
      const waiting = own.execute({ code: 'async () => "waited"' })
      const fault = await rejection(own.execute({ code: 'async () => "refused"' }))
      release()

      ok(fault instanceof ExecutorError)
      ok(rehydrateExecutorError(fault) instanceof QueueOverflowError)
      deepEqual(
        [fault.name, fault.code, fault.retryable, fault.message],
        [
          'ExecutorError',
          'QUEUE_OVERFLOW',
          true,
          'The queue is at its bound of 1. Retry when a running execution settles.',
        ],
      )
      deepEqual(await running, returned('released'))
      deepEqual(await waiting, returned('waited'))
      deepEqual(await own.execute({ code: 'async () => "again"' }), returned('again'))
    })

    test('a disposed executor rejects every call, and a second dispose is nothing', async () => {
      await using own = await ownExecutor(create, { workers: 1 })
      deepEqual(await own.execute({ code: 'async () => 1' }), returned(1))
      await own.dispose()
      await own.dispose()
      const fault = await rejection(own.execute({ code: 'async () => 1' }))

      ok(fault instanceof ExecutorError)
      checkDisposed(fault)
      equal(fault.retryable, false)
      const calls = [own.invokeHandle('x', 'fetch', requestTo('/')), own.closeHandles('x')]
      const codes = await Promise.all(calls.map(async (call) => (await rejection(call)).code))
      for (const code of codes)
        ok(['HANDLES_CLOSED', ...Object.keys(DISPOSED)].includes(String(code)))
    })

    test('an executor that never ran anything disposes', async () => {
      await using own = await ownExecutor(create)
      await own.dispose()
      checkDisposed(await rejection(own.execute({ code: 'async () => 1' })))
    })

    test('dispose settles what runs, with the tool calls that had reached the host', async () => {
      await using own = await ownExecutor(create, { workers: 1 })
      const { started, release, request } = openRun()
      const running = rejection(own.execute(request))
      await started
      await own.dispose()
      const fault = await running
      release()

      ok(fault instanceof ExecutorError)
      checkDisposed(fault)
      deepEqual([fault.retryable, fault.dispatched], [false, 1])
    })

    test('dispose settles what waits, as work for another replica', async () => {
      await using own = await ownExecutor(create, { workers: 1 })
      const { started, release, request } = openRun()
      const running = rejection(own.execute(request))
      await started
      const waiting = rejection(own.execute({ code: 'async () => 1' }))
      await own.dispose()
      const fault = await waiting
      await running
      release()

      ok(fault instanceof ExecutorError)
      checkDisposed(fault)
      // Over a wire nobody on this side knows what had started.
      equal(fault.retryable, fault.code === 'INTERNAL')
    })

    test('executions beyond the workers wait their turn, and each gets its own answer', async () => {
      const runs = Array.from({ length: 24 }, (_, index) => index)
      const outcomes = await Promise.all(
        runs.map((index) => executor.execute({ code: `async () => ${index}` })),
      )

      deepEqual(
        outcomes,
        runs.map((index) => returned(index)),
      )
    })

    test('a nested execution of a full pool runs or fails fast with a declared fault', async () => {
      await using own = await ownExecutor(create, { workers: 1 })
      const nested = storeOf({
        nest: async () => {
          try {
            return (await own.execute({ code: 'async () => "inner"' })).result
          } catch (failure) {
            return failure instanceof ExecutorError ? failure.code : `no fault: ${String(failure)}`
          }
        },
      })
      const { result } = await own.execute({
        ...nested,
        code: 'async () => store.nest()',
        timeout: 10_000,
        countHostWaits: true,
      })

      ok(['inner', 'QUEUE_OVERFLOW'].includes(String(result)), String(result))
    })

    test('a fault code on a plain error is the way back to its class', () => {
      const crossed = Object.assign(new Error('The queue is at its bound of 3.'), {
        code: 'QUEUE_OVERFLOW',
        retryable: true,
      })
      const rebuilt = rehydrateExecutorError(crossed)

      ok(rebuilt instanceof QueueOverflowError)
      deepEqual([rebuilt.message, rebuilt.retryable], [crossed.message, true])
      const own = Object.assign(new Error('own'), { code: 'ENOENT' })
      equal(rehydrateExecutorError(own), own)
    })
  })
}
