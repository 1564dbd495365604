// The memory limit: which text it gives, and that nobody but the run that met it notices.

import { deepEqual, equal, ok } from 'node:assert/strict'
import { describe } from 'node:test'
import { MemoryLimitError } from '@supolka/codemode-executor-protocol'
import { test } from './bounded-test.ts'
import { shareExecutor, type ExecutorFactory } from './executor-factory.ts'
import { inTurn } from './in-turn.ts'
import { failed, outOfMemory, returned } from './outcomes.ts'
import { storeOf } from './toolbox.ts'

const BOMB = 'async () => { const list = []; for (;;) list.push(Array(1e5).fill(list.length)) }'

export function declareMemory(create: ExecutorFactory): void {
  describe('memory', () => {
    const executor = shareExecutor(create, { memoryLimit: 32, workers: 2 })
    const run = (code: string) => executor.execute({ code, outbound: null })

    test('a run that exhausts its limit gets the memory text, whatever it fills', async () => {
      const programs = [
        BOMB,
        'async () => { let text = "x"; const all = []; for (;;) all.push((text + all.length).repeat(1e5).split("")) }',
        'async () => { new Array(1024 * 1024 * 60).fill(); return 1 }',
        `async () => [...'.'.repeat(4e8)].length`,
        'async () => { const map = new Map(); for (let i = 0; ; i++) map.set(i, { i }) }',
      ]

      deepEqual(
        await inTurn(programs, run),
        programs.map(() => failed(outOfMemory(32))),
      )
    })

    test('a flood of buffers ends in the memory text, or in the refusal of the engine', async () => {
      const { error, ...rest } = await run(
        'async () => { const list = []; for (;;) list.push(new ArrayBuffer(1 << 20)) }',
      )

      ok([outOfMemory(32), 'Array buffer allocation failed'].includes(String(error)), error)
      deepEqual(rest, { result: undefined, logs: [] })
      deepEqual(await run('async () => "served"'), returned('served'))
    })

    test('it keeps what it logged', async () => {
      deepEqual(
        await run(
          `async () => { console.log('before'); const list = []; for (;;) list.push(Array(1e5).fill(0.5)) }`,
        ),
        failed(outOfMemory(32), [{ level: 'log', text: 'before' }]),
      )
    })

    test('the next run is served', async () => {
      await run(BOMB)

      deepEqual(await run('async () => "served"'), returned('served'))
    })

    test('a run beside it is not ended', async () => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const started = Promise.withResolvers<void>()
      const request = storeOf({
        open: () => {
          started.resolve()

          return promise
        },
      })
      const beside = executor.execute({ ...request, code: 'async () => store.open()' })
      await started.promise
      const bombed = await run(BOMB)
      resolve('unharmed')

      deepEqual([bombed, await beside], [failed(outOfMemory(32)), returned('unharmed')])
    })

    test('work inside the limit is not ended', async () => {
      deepEqual(
        await run(`async () => {
          let total = 0
          for (let i = 0; i < 200; i++) total += new Uint8Array(1 << 20).fill(1)[i]
          return total
        }`),
        returned(200),
      )
    })

    test('the text is recognised by its whole first sentence', () => {
      equal(MemoryLimitError.matches(outOfMemory(32)), true)
      equal(MemoryLimitError.matches('Execution ran out of memory'), false)
    })
  })
}
