// Which results are retained, and what an invocation hands over and gets back.

import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from './bounded-test.ts'
import { bytesOf, textOf } from './exchanges.ts'
import { shareExecutor, type ExecutorFactory } from './executor-factory.ts'
import { grant } from './granted.ts'
import { inTurn } from './in-turn.ts'
import { failed, rejection, returned } from './outcomes.ts'

/** A handler that counts its invocations. */
const counting = (own: string): string => `async () => {
  let count = 0
  return () => new Response('${own}' + ++count)
}`

export function declareHandleGrants(create: ExecutorFactory): void {
  describe('handle grants', () => {
    const executor = shareExecutor(create, { workers: 2 })
    const retain = (code: string) => executor.execute({ code, retainHandles: true, outbound: null })

    test('a function and an object with a fetch method are granted', async () => {
      const handlers = [
        'async () => new Response("served")',
        '() => new Response("served")',
        'function () { return new Response("served") }',
        '{ fetch: () => new Response("served") }',
        '{ text: "served", async fetch() { return new Response(this.text) } }',
        'new (class { #text = "served"; fetch() { return new Response(this.#text) } })()',
      ]
      const served = await inTurn(handlers, async (handler) => {
        await using granted = await grant(executor, { code: `async () => (${handler})` })

        return await granted.text('/')
      })

      deepEqual(
        served,
        handlers.map(() => 'served'),
      )
    })

    test('the logs of the run come with the grant', async () => {
      const outcome = await retain('async () => { console.log("granted"); return () => {} }')

      deepEqual(outcome.logs, [{ level: 'log', text: 'granted' }])
      deepEqual(outcome.handles, ['fetch'])
      await executor.closeHandles(outcome.executionId ?? '')
    })

    test('a result of any other shape returns as usual and nothing is retained', async () => {
      deepEqual(await retain('async () => 5'), returned(5))
      deepEqual(await retain('async () => null'), returned(null))
      deepEqual(await retain('async () => ({ fetch: 1 })'), returned({ fetch: 1 }))
      deepEqual(await retain('async () => ({ handle() {} })'), returned({}))
      deepEqual(await retain('async () => [() => {}]'), returned([null]))
      deepEqual(await retain('async () => "fetch"'), returned('fetch'))
    })

    test('a run that fails retains nothing', async () => {
      deepEqual(await retain('async () => { throw new Error("broke") }'), failed('broke'))
    })

    test('without retainHandles a handler is a value that JSON drops', async () => {
      const run = (code: string) => executor.execute({ code })

      deepEqual(await run('async () => () => new Response("")'), returned(undefined))
      deepEqual(await run('async () => ({ fetch() {} })'), returned({}))
      deepEqual(
        await executor.execute({ code: 'async () => () => 1', retainHandles: false }),
        returned(undefined),
      )
    })

    test('the handler gets a Request built from the message', async () => {
      await using granted = await grant(executor, {
        code: `async () => async (request, ...rest) => Response.json([
          request instanceof Request, rest.length, request.method, request.url,
          [...request.headers].filter(([name]) => name.startsWith('x-')), await request.text(),
        ])`,
      })
      const described = async (...message: Parameters<typeof granted.invoke>): Promise<unknown> =>
        JSON.parse(textOf((await granted.invoke(...message)).body)) as unknown

      deepEqual(
        await described('/path?q=é', {
          method: 'POST',
          headers: [
            ['x-own', 'one'],
            ['x-list', 'a'],
            ['x-list', 'b'],
          ],
          body: bytesOf('body é'),
        }),
        [
          true,
          0,
          'POST',
          'https://handler.test/path?q=%C3%A9',
          [
            ['x-list', 'a, b'],
            ['x-own', 'one'],
          ],
          'body é',
        ],
      )
      deepEqual(await described('/'), [true, 0, 'GET', 'https://handler.test/', [], ''])
    })

    test('its Response comes back as plain data', async () => {
      await using granted = await grant(executor, {
        code: `async () => () => new Response(new Uint8Array([0, 128, 255]), {
          status: 201, statusText: 'Made', headers: { 'X-Own': 'one' },
        })`,
      })

      deepEqual(await granted.invoke('/'), {
        status: 201,
        statusText: 'Made',
        headers: [['x-own', 'one']],
        body: new Uint8Array([0, 128, 255]).buffer,
      })
    })

    test('a response without a body has an empty one', async () => {
      await using granted = await grant(executor, {
        code: 'async () => () => new Response(null, { status: 204 })',
      })
      const { status, body } = await granted.invoke('/')

      equal(status, 204)
      deepEqual(body, new ArrayBuffer(0))
    })

    test('a value that is not a Response, and one that does not fit, reject', async () => {
      await using granted = await grant(executor, {
        code: `async () => (request) => ({
          '/none': undefined, '/text': 'text', '/plain': { status: 200 }, '/error': Response.error(),
          '/': new Response('still here'),
        })[new URL(request.url).pathname]`,
      })
      const texts = await inTurn(['/none', '/text', '/plain', '/error'], async (path) => {
        const { message, code } = await rejection(granted.invoke(path))

        return [message, code]
      })
      const notResponse = 'The fetch handle answered with a value that is not a Response.'

      deepEqual(texts, [
        [notResponse, undefined],
        [notResponse, undefined],
        [notResponse, undefined],
        ['The fetch handle answered outside the response wire shape.', undefined],
      ])
      equal(await granted.text('/'), 'still here')
    })

    test('retained executions are apart from each other', async () => {
      await using first = await grant(executor, { code: counting('a') })
      await using second = await grant(executor, { code: counting('b') })

      notEqual(first.executionId, second.executionId)
      deepEqual(
        [await first.text('/'), await second.text('/'), await first.text('/')],
        ['a1', 'b1', 'a2'],
      )
      await first.close()
      await first.checkClosed()
      equal(await second.text('/'), 'b2')
    })
  })
}
