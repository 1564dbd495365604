// The bounds of handles: a fresh one for each invocation, the memory limit, the idle bound, capacity.

import { deepEqual, equal, ok } from 'node:assert/strict'
import { describe } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from './bounded-test.ts'
import { responseOf } from './exchanges.ts'
import { ownExecutor, shareExecutor, type ExecutorFactory } from './executor-factory.ts'
import { grant, type Granted } from './granted.ts'
import { inTurn } from './in-turn.ts'
import { handlesClosed, outOfMemory, rejection, returned, timedOut } from './outcomes.ts'

const BOUND = 200
const ROOMY = 400
const PAST_ROOMY = 800

const BOMB = 'const list = []; for (;;) list.push(Array(1e5).fill(list.length))'

/** Invokes until an invocation rejects, and gives what it rejected with. */
async function firstRejection(granted: Granted): Promise<Error> {
  try {
    await granted.invoke('/')
  } catch (failure) {
    ok(failure instanceof Error)

    return failure
  }
  await delay(10)

  return firstRejection(granted)
}

export function declareHandleBounds(create: ExecutorFactory): void {
  describe('handle bounds', { concurrency: 2 }, () => {
    const executor = shareExecutor(create, { memoryLimit: 32 })

    test('an invocation that outlives its bound reports it and closes the handles', async () => {
      const handlers = [
        '() => { for (;;); }',
        '() => new Promise((resolve) => setTimeout(resolve, 60_000))',
        '() => new Promise(() => {})',
      ]
      const texts = await inTurn(handlers, async (handler) => {
        await using granted = await grant(executor, {
          code: `async () => ${handler}`,
          timeout: BOUND,
        })
        const [first, behind] = [granted.invoke('/'), granted.invoke('/')].map(rejection)
        const failures = [(await first)?.message, (await behind)?.code]
        await granted.checkClosed()

        return failures
      })

      deepEqual(
        texts,
        handlers.map(() => [timedOut(BOUND), 'HANDLES_CLOSED']),
      )
    })

    test('each invocation has a fresh bound', async () => {
      await using granted = await grant(executor, {
        timeout: 1_500,
        code: `async () => {
          const spin = () => { const end = Date.now() + 500; while (Date.now() < end); }
          spin()
          return () => { spin(); return new Response('inside') }
        }`,
      })

      deepEqual(await inTurn([1, 2, 3], () => granted.text('/')), ['inside', 'inside', 'inside'])
    })

    test('a wait inside the outbound function does not spend it, unless countHostWaits', async () => {
      const request = {
        code: `async () => () => fetch('https://a.test/')`,
        timeout: ROOMY,
        outbound: async () => {
          await delay(PAST_ROOMY)

          return responseOf('waited')
        },
      }
      await using free = await grant(executor, request)
      equal(await free.text('/'), 'waited')
      await free.close()

      await using counted = await grant(executor, { ...request, countHostWaits: true })
      equal((await rejection(counted.invoke('/'))).message, timedOut(ROOMY))
      await counted.checkClosed()
    })

    test('an invocation that exhausts the memory limit reports it and closes the handles', async () => {
      await using granted = await grant(executor, { code: `async () => () => { ${BOMB} }` })

      equal((await rejection(granted.invoke('/'))).message, outOfMemory(32))
      await granted.checkClosed()
    })

    test('an isolate killed between invocations reports the memory text on the next', async () => {
      await using granted = await grant(executor, {
        code: `async () => {
          setTimeout(() => { ${BOMB} }, 20)
          return () => new Response('alive')
        }`,
      })

      equal((await firstRejection(granted)).message, outOfMemory(32))
      await granted.checkClosed()
    })

    test('a timer that spins between invocations spends the bound of the next', async () => {
      await using granted = await grant(executor, {
        code: `async () => {
          setTimeout(() => { for (;;); }, 20)
          return () => new Response('alive')
        }`,
        timeout: BOUND,
      })

      equal((await firstRejection(granted)).message, timedOut(BOUND))
      await granted.checkClosed()
    })

    test('the worker of a broken bound serves again', async () => {
      await using own = await ownExecutor(create, { workers: 1 })
      await using granted = await grant(own, {
        code: 'async () => () => { for (;;); }',
        timeout: BOUND,
      })
      await rejection(granted.invoke('/'))

      deepEqual(await own.execute({ code: 'async () => "served"' }), returned('served'))
    })

    test('held handles count against the capacity until they are closed', async () => {
      await using own = await ownExecutor(create, { workers: 1, queueLimit: 1 })
      await using granted = await grant(own, { code: 'async () => () => new Response("held")' })
      const waiting = own.execute({ code: 'async () => "waited"' })
      equal(
        (await rejection(own.execute({ code: 'async () => "refused"' }))).code,
        'QUEUE_OVERFLOW',
      )
      equal(await granted.text('/'), 'held')
      await granted.close()

      deepEqual(await waiting, returned('waited'))
    })

    test('handles nobody invokes are closed at the idle bound, and the worker returns', async () => {
      await using own = await ownExecutor(create, { workers: 1, handlesIdleTimeout: 300 })
      await using granted = await grant(own, { code: 'async () => () => new Response("held")' })
      equal(await granted.text('/'), 'held')
      // With one worker this run starts only once the bound has taken the handles away.
      deepEqual(await own.execute({ code: 'async () => "next"' }), returned('next'))

      const { code, message } = await rejection(granted.close())
      deepEqual([code, message], ['HANDLES_CLOSED', handlesClosed(granted.executionId)])
      await granted.checkClosed()
    })

    test('an invocation under way is not idle', async () => {
      await using own = await ownExecutor(create, { workers: 1, handlesIdleTimeout: ROOMY })
      await using granted = await grant(own, {
        code: `async () => () => fetch('https://a.test/')`,
        outbound: async () => {
          await delay(PAST_ROOMY)

          return responseOf('waited')
        },
      })

      equal(await granted.text('/'), 'waited')
    })
  })
}
