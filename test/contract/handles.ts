// Handles while they live: names, order, what an invocation reaches, and how they are closed.

import { deepEqual, equal, ok } from 'node:assert/strict'
import { describe } from 'node:test'
import { ExecutorError, type LogLine } from '@supolka/codemode-executor-protocol'
import { test } from './bounded-test.ts'
import { recordingOutbound, requestTo, responseOf } from './exchanges.ts'
import { ownExecutor, shareExecutor, type ExecutorFactory } from './executor-factory.ts'
import { grant } from './granted.ts'
import { inTurn } from './in-turn.ts'
import { COMPLETED, handlesClosed, OUTBOUND_DISABLED, rejection, returned } from './outcomes.ts'
import { scripted } from './toolbox.ts'

export function declareHandles(create: ExecutorFactory): void {
  describe('handles', () => {
    const executor = shareExecutor(create)

    test('a name outside the granted list rejects with a plain error', async () => {
      await using granted = await grant(executor, {
        code: 'async () => () => new Response("here")',
      })
      const invoke = (name: string) =>
        rejection(executor.invokeHandle(granted.executionId, name, requestTo('/')))
      const names = ['scheduled', '', 'toString', 'Fetch']
      const failures = await inTurn(names, invoke)

      deepEqual(
        failures.map(({ constructor, code, message }) => [constructor, code, message]),
        names.map((name) => [
          Error,
          undefined,
          `Execution "${granted.executionId}" has no handle named "${name}". The granted handles are: fetch.`,
        ]),
      )
      equal(await granted.text('/'), 'here')
    })

    test('an execution that was never granted holds no handles', async () => {
      const ids = ['never', '', '__proto__', '0'.repeat(32)]
      const faults = await inTurn(ids, async (id) => [
        await rejection(executor.invokeHandle(id, 'fetch', requestTo('/'))),
        await rejection(executor.closeHandles(id)),
      ])

      for (const [index, fault] of faults.flat().entries()) {
        ok(fault instanceof ExecutorError)
        const { name, code, retryable, message } = fault
        const id = ids[Math.floor(index / 2)] ?? ''
        deepEqual(
          [name, code, retryable, message],
          ['ExecutorError', 'HANDLES_CLOSED', false, handlesClosed(id)],
        )
      }
    })

    test('closed handles meet the fault from then on', async () => {
      await using granted = await grant(executor, { code: 'async () => () => new Response("")' })
      await granted.close()
      await granted.checkClosed()
      equal((await rejection(granted.close())).code, 'HANDLES_CLOSED')
      await granted.checkClosed()
    })

    test('closing settles an open invocation and those behind it', async () => {
      const reached = Promise.withResolvers<void>()
      const { promise, resolve } = Promise.withResolvers<void>()
      await using granted = await grant(executor, {
        code: `async () => () => fetch('https://a.test/')`,
        outbound: async () => {
          reached.resolve()
          await promise

          return responseOf('')
        },
      })
      const open = [granted.invoke('/1'), granted.invoke('/2')].map(rejection)
      await reached.promise
      await granted.close()
      const faults = await Promise.all(open)
      resolve()

      deepEqual(
        faults.map(({ code, message }) => [code, message]),
        faults.map(() => ['HANDLES_CLOSED', handlesClosed(granted.executionId)]),
      )
    })

    test('invocations run one at a time in arrival order', async () => {
      const events: Array<string> = []
      const allSent = Promise.withResolvers<void>()
      await using granted = await grant(executor, {
        code: `async () => async (request) => {
          const { pathname } = new URL(request.url)
          await fetch('https://a.test' + pathname + '/begin')
          await new Promise((resolve) => setTimeout(resolve, 5))
          await fetch('https://a.test' + pathname + '/end')
          return new Response(pathname)
        }`,
        outbound: async ({ url }) => {
          await allSent.promise
          events.push(new URL(url).pathname)

          return responseOf('')
        },
      })
      const paths = ['/1', '/2', '/3', '/4']
      const answers = paths.map((path) => granted.text(path))
      allSent.resolve()

      deepEqual(await Promise.all(answers), paths)
      deepEqual(
        events,
        paths.flatMap((path) => [`${path}/begin`, `${path}/end`]),
      )
    })

    test('module state persists between invocations, and so does what the run built', async () => {
      await using granted = await grant(executor, {
        modules: { counter: 'let count = 0; export const next = () => ++count' },
        code: `import { next } from 'counter'
async () => {
  globalThis.kept = [next()]
  return async () => {
    kept.push(next(), (await import('counter')).next())
    return Response.json(kept)
  }
}`,
      })

      equal(await granted.text('/'), '[1,2,3]')
      equal(await granted.text('/'), '[1,2,3,4,5]')
    })

    test("a handler's own throw rejects the invocation, and the handles keep serving", async () => {
      await using granted = await grant(executor, {
        code: `async () => async (request) => {
          switch (new URL(request.url).pathname) {
            case '/error': throw new TypeError('own throw')
            case '/text': throw 'own text'
            case '/code': throw Object.assign(new Error('own code'), { code: 'HANDLES_CLOSED' })
            default: return new Response('still here')
          }
        }`,
      })
      const failures = await inTurn(['/error', '/text', '/code'], async (path) => {
        const { message, code } = await rejection(granted.invoke(path))

        return [message, code]
      })

      deepEqual(failures, [
        ['own throw', undefined],
        ['own text', undefined],
        ['own code', undefined],
      ])
      equal(await granted.text('/'), 'still here')
    })

    test('a tool call from a handler gets the completed text', async () => {
      const { calls, request } = scripted('{"result":"served"}')
      await using granted = await grant(executor, {
        ...request,
        code: `async () => {
          const during = await store.get()
          return async () => {
            const proxied = await store.get().catch((error) => [error.name, error.message])
            return Response.json([during, proxied, await __dispatch('store', 'put', '')])
          }
        }`,
      })

      deepEqual(JSON.parse(await granted.text('/')), [
        'served',
        ['Error', COMPLETED],
        `{"error":"${COMPLETED}"}`,
      ])
      deepEqual(calls, [['store', 'get', '']])
    })

    test('the outbound function of the request is kept', async () => {
      const { seen, outbound } = recordingOutbound(({ url }) => responseOf(`from ${url}`))
      await using granted = await grant(executor, {
        outbound,
        code: `async () => (request) => fetch('https://a.test' + new URL(request.url).pathname)`,
      })

      deepEqual(
        [await granted.text('/1'), await granted.text('/2')],
        ['from https://a.test/1', 'from https://a.test/2'],
      )
      equal(seen.length, 2)
    })

    test('no network stays no network', async () => {
      await using granted = await grant(executor, {
        outbound: null,
        code: `async () => () => fetch('https://a.test/').catch(({ name, message }) => Response.json([name, message]))`,
      })

      deepEqual(JSON.parse(await granted.text('/')), ['TypeError', OUTBOUND_DISABLED])
    })

    test('console output during an invocation is discarded', async () => {
      const lines: Array<LogLine> = []
      const code = `async () => {
        console.log('run')
        return () => { console.log('handler'); console.error('handler'); return new Response('ok') }
      }`
      await using granted = await grant(executor, { code, onLog: (line) => lines.push(line) })
      await granted.text('/')
      await granted.close()
      // The next run of the same worker or of another: nothing of the handler is in its logs.
      deepEqual(await executor.execute({ code: 'async () => 1' }), returned(1))
      deepEqual(lines, [{ level: 'log', text: 'run' }])
    })

    test('timers of the execution stay alive between invocations', async () => {
      const fired = Promise.withResolvers<string>()
      await using granted = await grant(executor, {
        code: `async () => {
          let count = 0
          setTimeout(async () => { count++; await fetch('https://a.test/fired') }, 20)
          return () => new Response(String(count))
        }`,
        outbound: async ({ url }) => {
          fired.resolve(url)

          return responseOf('')
        },
      })

      equal(await fired.promise, 'https://a.test/fired')
      equal(await granted.text('/'), '1')
    })

    test('disposing the executor closes the handles', async () => {
      await using own = await ownExecutor(create, { workers: 1 })
      await using granted = await grant(own, { code: 'async () => () => new Promise(() => {})' })
      const open = rejection(granted.invoke('/'))
      await own.dispose()

      ok((await open) instanceof ExecutorError)
    })
  })
}
