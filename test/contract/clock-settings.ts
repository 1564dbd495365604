// The settings of the run clock: countHostWaits, a null timeout, requests over the construction.

import { deepEqual, equal } from 'node:assert/strict'
import { describe } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { ExecutionTimeoutError, MAX_SUPPORTED_TIMEOUT } from '@supolka/codemode-executor-protocol'
import { test } from './bounded-test.ts'
import { responseOf } from './exchanges.ts'
import { ownExecutor, shareExecutor, type ExecutorFactory } from './executor-factory.ts'
import { inTurn } from './in-turn.ts'
import { failed, returned, timedOut } from './outcomes.ts'
import { storeOf } from './toolbox.ts'

/** Runs that are to outlive their bound. */
const BOUND = 200
/** Runs that are to stay inside it, on a busy machine too. */
const ROOMY = 400
/** In milliseconds, longer than BOUND. */
const PAST_BOUND = 500
const WAIT_PAST_BOUND = `async () => {
  await new Promise((resolve) => setTimeout(resolve, ${PAST_BOUND}))
  return 'waited'
}`

/** A tool that stays open for as long as the test wants. */
const openTool = () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()

  return {
    resolve,
    request: { ...storeOf({ open: () => promise }), code: 'async () => store.open()' },
  }
}

export function declareClockSettings(create: ExecutorFactory): void {
  describe('clock settings', { concurrency: 2 }, () => {
    const executor = shareExecutor(create)
    const slow = {
      ...storeOf({
        slow: async () => {
          await delay(PAST_BOUND)

          return 'waited'
        },
      }),
      code: 'async () => store.slow()',
    }

    test('countHostWaits on the request counts a tool call', async () => {
      const { request, resolve } = openTool()
      const outcome = await executor.execute({ ...request, timeout: BOUND, countHostWaits: true })
      resolve(undefined)

      deepEqual(outcome, failed(timedOut(BOUND)))
    })

    test('countHostWaits counts a request to the outbound function', async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const outcome = await executor.execute({
        code: `async () => { await fetch('https://a.test/') }`,
        outbound: async () => {
          await promise

          return responseOf('')
        },
        timeout: BOUND,
        countHostWaits: true,
      })
      resolve()

      deepEqual(outcome, failed(timedOut(BOUND)))
    })

    test('countHostWaits counts a guest delay while a host call is open', async () => {
      const { request, resolve } = openTool()
      const outcome = await executor.execute({
        ...request,
        code: `async () => { store.open(); await new Promise((wake) => setTimeout(wake, 60_000)) }`,
        timeout: BOUND,
        countHostWaits: true,
      })
      resolve(undefined)

      deepEqual(outcome, failed(timedOut(BOUND)))
    })

    test('countHostWaits of the construction holds, and the request wins over it', async () => {
      await using own = await ownExecutor(create, {
        workers: 1,
        timeout: ROOMY,
        countHostWaits: true,
      })
      const { request, resolve } = openTool()

      deepEqual(await own.execute(request), failed(timedOut(ROOMY)))
      resolve(undefined)
      deepEqual(await own.execute({ ...slow, countHostWaits: false }), returned('waited'))
    })

    test('the timeout of the construction holds, and the request wins over it', async () => {
      await using own = await ownExecutor(create, { workers: 1, timeout: BOUND })

      deepEqual(await own.execute({ code: 'async () => { for (;;); }' }), failed(timedOut(BOUND)))
      deepEqual(
        await own.execute({ code: 'async () => { for (;;); }', timeout: 100 }),
        failed(timedOut(100)),
      )
      deepEqual(await own.execute({ code: WAIT_PAST_BOUND, timeout: 60_000 }), returned('waited'))
    })

    test('a null timeout lifts the bound', async () => {
      await using own = await ownExecutor(create, { workers: 1, timeout: BOUND })

      deepEqual(await own.execute({ code: WAIT_PAST_BOUND, timeout: null }), returned('waited'))
      await using lifted = await ownExecutor(create, { workers: 1, timeout: null })
      deepEqual(await lifted.execute({ code: WAIT_PAST_BOUND }), returned('waited'))
      deepEqual(
        await lifted.execute({ code: WAIT_PAST_BOUND, timeout: BOUND }),
        failed(timedOut(BOUND)),
      )
    })

    test('a bound past the widest timer does not become no bound or an instant one', async () => {
      equal(MAX_SUPPORTED_TIMEOUT, 2_147_483_647)
      const bounds = [MAX_SUPPORTED_TIMEOUT, MAX_SUPPORTED_TIMEOUT + 1, Number.MAX_SAFE_INTEGER]
      const code = 'async () => new Promise((resolve) => setTimeout(resolve, 50, "fine"))'

      deepEqual(
        await inTurn(bounds, (timeout) => executor.execute({ code, timeout })),
        bounds.map(() => returned('fine')),
      )
    })

    test('each run has a fresh bound', async () => {
      const code = `async () => {
        const end = Date.now() + 300
        while (Date.now() < end);
        return 'inside'
      }`
      const runs = [1, 2, 3]

      deepEqual(
        await inTurn(runs, () => executor.execute({ code, timeout: 800 })),
        runs.map(() => returned('inside')),
      )
    })

    test('the text is recognised by its whole first sentence', () => {
      equal(ExecutionTimeoutError.matches(timedOut(BOUND)), true)
      equal(ExecutionTimeoutError.matches('Execution timed out'), false)
      equal(ExecutionTimeoutError.matches('Execution timed out at lunch.'), false)
    })
  })
}
