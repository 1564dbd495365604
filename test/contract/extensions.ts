// The extensions of a request and of a result: signal, onLog, usage.

import { deepEqual, equal, ok } from 'node:assert/strict'
import { describe } from 'node:test'
import type { LogLine } from '@supolka/codemode-executor-protocol'
import { test } from './bounded-test.ts'
import { ownExecutor, shareExecutor, type ExecutorFactory } from './executor-factory.ts'
import { ABORTED, failed, returned } from './outcomes.ts'
import { scripted, storeOf } from './toolbox.ts'

export function declareExtensions(create: ExecutorFactory): void {
  describe('extensions', () => {
    const executor = shareExecutor(create)

    test('signal: one that has fired already runs nothing', async () => {
      const lines: Array<LogLine> = []
      const { calls, request } = scripted('{"result":1}')
      const outcome = await executor.execute({
        ...request,
        code: `async () => { console.log('ran'); await store.put(1) }`,
        signal: AbortSignal.abort(),
        onLog: (line) => lines.push(line),
      })

      deepEqual([outcome, calls, lines], [failed(ABORTED), [], []])
    })

    test('signal: firing ends a run in the middle of a loop, which keeps its logs', async () => {
      const controller = new AbortController()
      const outcome = await executor.execute({
        code: `async () => { console.log('looping'); for (;;); }`,
        signal: controller.signal,
        onLog: () => controller.abort(new Error('a reason of the caller')),
      })

      deepEqual(outcome, failed(ABORTED, [{ level: 'log', text: 'looping' }]))
    })

    test('signal: firing ends a run that waits for a tool', async () => {
      const controller = new AbortController()
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const request = storeOf({
        open: () => {
          controller.abort()

          return promise
        },
      })
      const outcome = await executor.execute({
        ...request,
        code: `async () => { try { return await store.open() } catch { return 'caught' } }`,
        signal: controller.signal,
      })
      resolve('late')

      deepEqual(outcome, failed(ABORTED))
    })

    test('signal: firing takes a waiting execution out of the queue', async () => {
      await using own = await ownExecutor(create, { workers: 1, queueLimit: 1 })
      const started = Promise.withResolvers<void>()
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const running = own.execute({
        ...storeOf({
          open: () => {
            started.resolve()

            return promise
          },
        }),
        code: 'async () => store.open()',
      })
      await started.promise
      const controller = new AbortController()
      const { calls, request } = scripted('{"result":1}')
      const waiting = own.execute({
        ...request,
        code: 'async () => store.put(1)',
        signal: controller.signal,
      })
      controller.abort()
      deepEqual(await waiting, failed(ABORTED))
      const next = own.execute({ code: 'async () => "next"' })
      resolve('released')

      deepEqual([await running, await next, calls], [returned('released'), returned('next'), []])
    })

    test('signal: one that never fires, or fires later, changes nothing', async () => {
      const controller = new AbortController()
      const outcome = await executor.execute({
        code: 'async () => "done"',
        signal: controller.signal,
      })
      controller.abort()

      deepEqual(outcome, returned('done'))
    })

    test('signal: the other runs go on', async () => {
      const controller = new AbortController()
      const looping = executor.execute({
        code: `async () => { console.log('looping'); for (;;); }`,
        signal: controller.signal,
        onLog: () => controller.abort(),
      })

      deepEqual(await executor.execute({ code: 'async () => "beside"' }), returned('beside'))
      equal((await looping).error, ABORTED)
      deepEqual(await executor.execute({ code: 'async () => "after"' }), returned('after'))
    })

    test('onLog: a line arrives as it happens, while the run is still open', async () => {
      const seen = Promise.withResolvers<LogLine>()
      const request = storeOf({ open: () => seen.promise })

      deepEqual(
        await executor.execute({
          ...request,
          code: `async () => { console.warn('early'); return store.open() }`,
          onLog: seen.resolve,
        }),
        returned({ level: 'warn', text: 'early' }, [{ level: 'warn', text: 'early' }]),
      )
    })

    test('onLog: all lines, in order, before the result, and logs stays complete', async () => {
      const lines: Array<LogLine> = []
      const outcome = await executor.execute({
        code: `async () => {
          for (let i = 0; i < 500; i++) console[i % 2 ? 'log' : 'error']('line ' + i)
        }`,
        onLog: (line) => lines.push(line),
      })
      const expected = Array.from({ length: 500 }, (_, index) => ({
        level: index % 2 ? 'log' : 'error',
        text: `line ${index}`,
      }))

      deepEqual(lines, expected)
      deepEqual(outcome.logs, expected)
    })

    test('onLog: one that throws loses neither the run nor its logs', async () => {
      deepEqual(
        await executor.execute({
          code: `async () => { console.log('a'); return 'kept' }`,
          onLog: () => {
            throw new Error('the listener broke')
          },
        }),
        returned('kept', [{ level: 'log', text: 'a' }]),
      )
    })

    test('usage: measured where it is carried, and it does not show', async () => {
      const request = storeOf({ get: () => 1 })
      const outcome = await executor.execute({
        ...request,
        code: `async () => {
          const held = Array.from({ length: 1e6 }, (_, i) => ({ i }))
          for (let i = 0; i < 3; i++) await store.get()
          return held.length
        }`,
      })
      deepEqual(Object.keys(outcome), ['result', 'logs'])
      const { usage } = outcome
      // An executor may carry none.
      if (usage === undefined) return

      equal(usage.toolCalls, 3)
      ok(usage.wallMs > 0)
      ok(usage.guestMs > 0)
      ok(usage.peakHeapBytes > 8_000_000, `${usage.peakHeapBytes} bytes for a million objects`)
    })

    test('usage: a run that fails carries it too', async () => {
      const { usage } = await executor.execute({
        code: 'async () => { for (;;); }',
        timeout: 200,
      })
      if (usage === undefined) return

      equal(usage.toolCalls, 0)
      ok(usage.wallMs >= 200)
      ok(usage.guestMs > 0)
    })
  })
}
