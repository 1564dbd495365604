// The outbound setting: a function, nowhere, or the executor itself.

import { deepEqual, equal, match } from 'node:assert/strict'
import { describe } from 'node:test'
import type { OutboundResponseMessage } from '@supolka/codemode-executor-protocol'
import { test } from './bounded-test.ts'
import { bytesOf, recordingOutbound, responseOf, textOf } from './exchanges.ts'
import { ownExecutor, shareExecutor, type ExecutorFactory } from './executor-factory.ts'
import { inTurn } from './in-turn.ts'
import { startAnswering } from './loopback.ts'
import { failed, OUTBOUND_DISABLED, returned } from './outcomes.ts'

/** A function without types may answer anything. */
const unchecked = (answer: unknown): OutboundResponseMessage =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the wrong type is the case
  answer as OutboundResponseMessage

const FETCH_TEXT = `async () => (await fetch('https://a.test/')).text()`

export function declareOutbound(create: ExecutorFactory): void {
  describe('outbound', () => {
    const executor = shareExecutor(create)

    test('a request reaches the function as plain data', async () => {
      const { seen, outbound } = recordingOutbound()
      await executor.execute({
        outbound,
        code: `async () => {
          await fetch('https://a.test/path?q=1#hash', { headers: { 'X-Own': 'one' } })
          await fetch('https://A.test', { method: 'POST', body: 'é' })
          await fetch(new Request('https://a.test/b', { method: 'put', body: new Uint8Array([0, 255]) }))
        }`,
      })

      deepEqual(
        seen.map(({ method, url, body }) => [method, url, body === null ? null : textOf(body)]),
        [
          ['GET', 'https://a.test/path?q=1', null],
          ['POST', 'https://a.test/', 'é'],
          ['PUT', 'https://a.test/b', '\0\ufffd'],
        ],
      )
      deepEqual(
        seen.map(({ headers }) => headers.filter(([name]) => /^(?:x-|content-type)/.test(name))),
        [[['x-own', 'one']], [['content-type', 'text/plain;charset=UTF-8']], []],
      )
      for (const message of seen) {
        deepEqual(Object.keys(message).toSorted(), ['body', 'headers', 'method', 'url'])
        equal(message.body === null || message.body instanceof ArrayBuffer, true)
      }
    })

    test('its response arrives whole', async () => {
      const { outbound } = recordingOutbound(() => ({
        status: 418,
        statusText: 'A Teapot',
        headers: [
          ['x-list', 'a'],
          ['x-list', 'b'],
          ['content-type', 'application/json'],
        ],
        body: bytesOf('{"short":"stout"}'),
      }))

      deepEqual(
        await executor.execute({
          outbound,
          code: `async () => {
            const response = await fetch('https://a.test/pot')
            const { status, statusText, ok, url, redirected, headers } = response
            return [status, statusText, ok, url, redirected, headers.get('x-list'), await response.json()]
          }`,
        }),
        returned([418, 'A Teapot', false, 'https://a.test/pot', false, 'a, b', { short: 'stout' }]),
      )
    })

    test('bytes of a body cross as they are', async () => {
      const { outbound } = recordingOutbound(({ body }) => ({
        ...responseOf(''),
        body: body ?? new ArrayBuffer(0),
      }))

      deepEqual(
        await executor.execute({
          outbound,
          code: `async () => {
            const body = Uint8Array.from({ length: 1000 }, (_, i) => i)
            const sent = await fetch('https://a.test/', { method: 'POST', body })
            const back = new Uint8Array(await sent.arrayBuffer())
            return [back.length, back.every((byte, i) => byte === i % 256)]
          }`,
        }),
        returned([1000, true]),
      )
    })

    test('every hop of a redirect goes through the function', async () => {
      const { seen, outbound } = recordingOutbound(({ url }) =>
        url.endsWith('/from')
          ? responseOf('', { status: 302, headers: [['location', 'https://b.test/to']] })
          : responseOf('arrived'),
      )

      deepEqual(
        await executor.execute({
          outbound,
          code: `async () => {
            const response = await fetch('https://a.test/from')
            await fetch('https://a.test/from', { redirect: 'manual' })
            return [await response.text(), response.url, response.redirected]
          }`,
        }),
        returned(['arrived', 'https://b.test/to', true]),
      )
      deepEqual(
        seen.map(({ url }) => url),
        ['https://a.test/from', 'https://b.test/to', 'https://a.test/from'],
      )
    })

    test('a rejection of the function fails the fetch with its message', async () => {
      const outcome = await executor.execute({
        outbound: async () => {
          throw new Error('The caller refused this host.')
        },
        code: `async () => fetch('https://a.test/').catch(({ message }) => 'caught: ' + message)`,
      })

      match(String(outcome.result), /^caught: .*The caller refused this host\./)
    })

    test('an answer that is no response fails the fetch, and the run goes on', async () => {
      const answers: Array<unknown> = [
        undefined,
        'text',
        {},
        { ...responseOf(''), status: 7 },
        { ...responseOf(''), body: 'text' },
        { ...responseOf(''), headers: [['odd name', 'x']] },
      ]
      const outcomes = await inTurn(answers, (answer) =>
        executor.execute({
          outbound: async () => unchecked(answer),
          code: `async () => fetch('https://a.test/').catch((error) => error instanceof TypeError)`,
        }),
      )

      deepEqual(
        outcomes,
        answers.map(() => returned(true)),
      )
    })

    test('a program can abort its own request', async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const outcome = await executor.execute({
        outbound: async () => {
          await promise

          return responseOf('late')
        },
        code: `async () => {
          const controller = new AbortController()
          setTimeout(() => controller.abort(), 10)
          return fetch('https://a.test/', { signal: controller.signal }).catch(({ name }) => name)
        }`,
      })
      resolve()

      deepEqual(outcome, returned('AbortError'))
    })

    test('requests are open at the same time', async () => {
      const opened = Promise.withResolvers<void>()
      let open = 0
      const outcome = await executor.execute({
        outbound: async ({ url }) => {
          open += 1
          if (open === 3) opened.resolve()
          await opened.promise

          return responseOf(url)
        },
        code: `async () => Promise.all(['a', 'b', 'c'].map(async (name) =>
          (await fetch('https://a.test/' + name)).text()))`,
      })

      deepEqual(outcome, returned(['https://a.test/a', 'https://a.test/b', 'https://a.test/c']))
    })

    test('null leaves no network: fetch rejects with a TypeError the program can catch', async () => {
      deepEqual(
        await executor.execute({
          outbound: null,
          code: `async () => {
            try { await fetch('https://a.test/') } catch (error) {
              return [error instanceof TypeError, error.name, error.message]
            }
          }`,
        }),
        returned([true, 'TypeError', OUTBOUND_DISABLED]),
      )
      deepEqual(
        await executor.execute({ outbound: null, code: FETCH_TEXT }),
        failed(OUTBOUND_DISABLED),
      )
    })

    test('a setting of the construction holds, and what the request sets wins', async () => {
      const constructed = recordingOutbound(() => responseOf('constructed'))
      const requested = recordingOutbound(() => responseOf('requested'))
      await using own = await ownExecutor(create, { workers: 1, outbound: constructed.outbound })

      deepEqual(await own.execute({ code: FETCH_TEXT }), returned('constructed'))
      deepEqual(
        await own.execute({ code: FETCH_TEXT, outbound: requested.outbound }),
        returned('requested'),
      )
      deepEqual(await own.execute({ code: FETCH_TEXT, outbound: null }), failed(OUTBOUND_DISABLED))
      await using closed = await ownExecutor(create, { workers: 1, outbound: null })
      deepEqual(await closed.execute({ code: FETCH_TEXT }), failed(OUTBOUND_DISABLED))
      deepEqual(
        await closed.execute({ code: FETCH_TEXT, outbound: requested.outbound }),
        returned('requested'),
      )
    })

    test('absent, the executor performs the request itself', async () => {
      await using server = await startAnswering()
      await using own = await ownExecutor(create, { workers: 1, allowLoopback: true })

      deepEqual(
        await own.execute({ code: `async () => (await fetch('${server.url}/x')).text()` }),
        returned('served /x'),
      )
      deepEqual(server.seen, ['GET /x'])
    })

    test('absent, an address that is not public is refused with a TypeError', async () => {
      await using server = await startAnswering()
      const outcome = await executor.execute({
        code: `async () => {
          try { await fetch('${server.url}/x') } catch (error) {
            return error instanceof TypeError && error.message
          }
        }`,
      })

      match(String(outcome.result), /127\.0\.0\.1/)
      deepEqual(server.seen, [])
    })
  })
}
