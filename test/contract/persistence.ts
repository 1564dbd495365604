// The persistence contract: nothing survives a call.

import { deepEqual } from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from './bounded-test.ts'
import { shareExecutor, type ExecutorFactory } from './executor-factory.ts'
import { inTurn } from './in-turn.ts'
import { returned } from './outcomes.ts'
import { storeOf } from './toolbox.ts'

export function declarePersistence(create: ExecutorFactory): void {
  describe('persistence', () => {
    const executor = shareExecutor(create, { workers: 1 })
    const wide = shareExecutor(create, { workers: 3 })
    const run = (code: string, modules = {}) => executor.execute({ code, modules, outbound: null })

    test('globals, prototypes and built-ins of a run are gone with it', async () => {
      const code = `async () => {
        const seen = [globalThis.left, [].left, {}.left, typeof JSON.parse, Math.left, String(console.log).length > 0]
        globalThis.left = Array.prototype.left = Object.prototype.left = Math.left = 'left'
        JSON.parse = 'broken'
        console.log = 'broken'
        return seen.map((value) => value ?? null)
      }`
      const fresh = returned([null, null, null, 'function', null, true])

      deepEqual(await inTurn([1, 2, 3], () => run(code)), [fresh, fresh, fresh])
    })

    test('the state of a module is gone with its run', async () => {
      const modules = { counter: 'let count = 0; export const next = () => ++count' }
      const code = `import { next } from 'counter'\nasync () => [next(), next()]`

      deepEqual(await inTurn([1, 2], () => run(code, modules)), [
        returned([1, 2]),
        returned([1, 2]),
      ])
    })

    test('timers and microtasks of a run do not reach into the next', async () => {
      const left = `async () => {
        setTimeout(() => { globalThis.late = 1; console.log('late') }, 1)
        setInterval(() => console.log('again'), 1)
        return 'settled'
      }`

      deepEqual(await run(left), returned('settled'))
      deepEqual(
        await run(`async () => {
          await new Promise((resolve) => setTimeout(resolve, 30))
          return typeof late
        }`),
        returned('undefined'),
      )
    })

    test('executions at the same time share nothing', async () => {
      const together = shareBarrier(3)
      const outcomes = await Promise.all(
        ['a', 'b', 'c'].map((own) => wide.execute({ ...together, code: marking(own) })),
      )

      deepEqual(outcomes, [returned('a'), returned('b'), returned('c')])
    })

    test('what comes back in a result arrives again as an input', async () => {
      const { result } = await run('async () => ({ seen: [1, 2] })')

      deepEqual(
        await run(`import state from 'state'\nasync () => [...state.seen, 3]`, {
          state: { json: result },
        }),
        returned([1, 2, 3]),
      )
    })
  })
}

/** A program that meets the others between writing a global and reading it. */
const marking = (own: string): string => `async () => {
  globalThis.own = '${own}'
  await store.meet()
  return globalThis.own
}`

/** A tool that answers once `count` runs have called it. */
function shareBarrier(count: number): ReturnType<typeof storeOf> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0

  return storeOf({
    meet: () => {
      arrived += 1
      if (arrived === count) resolve()

      return promise
    },
  })
}
