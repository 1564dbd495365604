// The run clock: each row of the contract's table. A tool that has to outlast a bound waits in real
// time, since real time is what the row is about; nothing here asserts how fast anything is.

import { deepEqual } from 'node:assert/strict'
import { describe } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from './bounded-test.ts'
import { responseOf } from './exchanges.ts'
import { ownExecutor, shareExecutor, type ExecutorFactory } from './executor-factory.ts'
import { inTurn } from './in-turn.ts'
import { startSilent } from './loopback.ts'
import { failed, returned, timedOut } from './outcomes.ts'
import { storeOf } from './toolbox.ts'

/** Runs that are to outlive their bound. */
const BOUND = 200
/** Runs that are to stay inside it, on a busy machine too. */
const ROOMY = 400
const PAST_ROOMY = 800

export function declareClock(create: ExecutorFactory): void {
  describe('clock', { concurrency: 2 }, () => {
    const executor = shareExecutor(create)
    const slow = storeOf({
      slow: async () => {
        await delay(PAST_ROOMY)

        return 'waited'
      },
    })

    test('guest compute spends the bound', async () => {
      const programs = [
        'async () => { for (;;); }',
        'async () => { for (;;) await null }',
        'async () => { const again = () => Promise.resolve().then(again); return again() }',
        `async () => /^(a+)+$/.test('a'.repeat(40) + 'b')`,
        'async () => { let list = []; for (;;) list = Array.from({ length: 1e4 }, Math.random).sort() }',
        `async () => ({ toJSON() { for (;;); } })`,
      ]

      deepEqual(
        await inTurn(programs, (code) => executor.execute({ code, timeout: BOUND })),
        programs.map(() => failed(timedOut(BOUND))),
      )
    })

    test('compute at module scope spends the bound', async () => {
      deepEqual(
        await executor.execute({
          code: `import 'm'\nasync () => 1`,
          modules: { m: 'for (;;);' },
          timeout: BOUND,
        }),
        failed(timedOut(BOUND)),
      )
    })

    test('guest compute counts while a host call is open', async () => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const request = storeOf({ open: () => promise })
      const outcome = await executor.execute({
        ...request,
        code: 'async () => { const call = store.open(); for (;;) await null; return call }',
        timeout: BOUND,
      })
      resolve(undefined)

      deepEqual(outcome, failed(timedOut(BOUND)))
    })

    test('a guest delay with no host call open spends the bound', async () => {
      deepEqual(
        await executor.execute({
          code: 'async () => new Promise((resolve) => setTimeout(resolve, 60_000))',
          timeout: BOUND,
        }),
        failed(timedOut(BOUND)),
      )
    })

    test('a run that waits for nothing spends the bound', async () => {
      deepEqual(
        await executor.execute({ code: 'async () => new Promise(() => {})', timeout: BOUND }),
        failed(timedOut(BOUND)),
      )
    })

    test('a guest delay while a host call is open does not', async () => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const request = storeOf({ open: () => promise, release: () => resolve('released') })

      deepEqual(
        await executor.execute({
          ...request,
          code: `async () => {
            const call = store.open()
            await new Promise((wake) => setTimeout(wake, ${PAST_ROOMY}))
            await store.release()
            return call
          }`,
          timeout: ROOMY,
        }),
        returned('released'),
      )
    })

    test('what a timer callback does spends it, a host call open or not', async () => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const request = storeOf({ open: () => promise })
      const outcomes = await inTurn(['', 'store.open();'], (call) =>
        executor.execute({
          ...request,
          code: `async () => { ${call} await new Promise(() => setTimeout(() => { for (;;); }, 1)) }`,
          timeout: BOUND,
        }),
      )
      resolve(undefined)

      deepEqual(outcomes, [failed(timedOut(BOUND)), failed(timedOut(BOUND))])
    })

    test('a tool call does not spend the bound', async () => {
      deepEqual(
        await executor.execute({ ...slow, code: 'async () => store.slow()', timeout: ROOMY }),
        returned('waited'),
      )
    })

    test('the clock runs again after a tool call', async () => {
      deepEqual(
        await executor.execute({
          ...slow,
          code: `async () => {
            console.log(await store.slow())
            await new Promise((resolve) => setTimeout(resolve, 60_000))
          }`,
          timeout: ROOMY,
        }),
        failed(timedOut(ROOMY), [{ level: 'log', text: 'waited' }]),
      )
    })

    test("a request to the caller's outbound function does not spend the bound", async () => {
      deepEqual(
        await executor.execute({
          code: `async () => (await fetch('https://a.test/')).text()`,
          outbound: async () => {
            await delay(PAST_ROOMY)

            return responseOf('waited')
          },
          timeout: ROOMY,
        }),
        returned('waited'),
      )
    })

    test('a request the executor performs natively spends the bound', async () => {
      await using silent = await startSilent()
      await using own = await ownExecutor(create, { workers: 1, allowLoopback: true })
      const outcome = await own.execute({
        code: `async () => (await fetch('${silent.url}/')).text()`,
        timeout: 1000,
      })
      await silent.connected

      // Durations are plain digits, without grouping.
      deepEqual(outcome, failed(timedOut(1000)))
    })

    test('cryptography behind crypto.subtle spends the bound', async () => {
      deepEqual(
        await executor.execute({
          code: `async () => {
            const key = await crypto.subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits'])
            const how = { name: 'PBKDF2', hash: 'SHA-512', salt: new Uint8Array(8), iterations: 1e7 }
            for (;;) await crypto.subtle.deriveBits(how, key, 512)
          }`,
          timeout: BOUND,
        }),
        failed(timedOut(BOUND)),
      )
    })
  })
}
