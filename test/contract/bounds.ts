// Everything a run sends is bounded: the four parts of the payload bound, and the captured console.

import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { describe } from 'node:test'
import {
  CONSOLE_CAPTURE_LIMIT,
  CONSOLE_CAPTURE_MESSAGE,
  PAYLOAD_LIMIT,
  type LogLine,
} from '@supolka/codemode-executor-protocol'
import { test } from './bounded-test.ts'
import { recordingOutbound, requestTo } from './exchanges.ts'
import { shareExecutor, type ExecutorFactory } from './executor-factory.ts'
import { inTurn } from './in-turn.ts'
import { failed, rejection, returned } from './outcomes.ts'
import { scripted } from './toolbox.ts'

const tooLarge = (part: string, size: number): string =>
  `The ${part} is ${size.toLocaleString('en-US')} bytes, past its bound of 8,388,608 bytes. Send less at a time, or keep only what is needed.`

/** A program that answers the text of a response, or the message of a TypeError. */
const tryFetch = (call: string): string => `async () => {
  const large = 'x'.repeat(${PAYLOAD_LIMIT})
  try { return await (await fetch(...${call})).text() } catch (error) {
    return error instanceof TypeError && error.message
  }
}`

const sizeOf = (lines: Array<LogLine>): number => Buffer.byteLength(JSON.stringify(lines))

/** The text for a part whose size depends on how its headers are counted. */
const tooLargeBySome = (part: string): RegExp =>
  new RegExp(
    `^The ${part} is (?:8,3[89]\\d|8,4\\d\\d),\\d{3} bytes, past its bound of 8,388,608 bytes\\. Send less at a time, or keep only what is needed\\.$`,
  )

export function declareBounds(create: ExecutorFactory): void {
  describe('bounds', () => {
    const executor = shareExecutor(create)
    const run = (code: string) => executor.execute({ code, outbound: null })

    test('the bounds are those of the contract', () => {
      deepEqual([PAYLOAD_LIMIT, CONSOLE_CAPTURE_LIMIT], [8_388_608, 1_048_576])
    })

    test("the run's answer: the JSON text of the result, in UTF-8 bytes", async () => {
      const full = await run(`async () => 'x'.repeat(${PAYLOAD_LIMIT - 2})`)
      equal(full.error, undefined)
      equal(String(full.result).length, PAYLOAD_LIMIT - 2)
      deepEqual(
        await run(`async () => 'x'.repeat(${PAYLOAD_LIMIT - 1})`),
        failed(tooLarge("run's answer", PAYLOAD_LIMIT + 1)),
      )
      deepEqual(
        await run(`async () => ['é'.repeat(${PAYLOAD_LIMIT / 2})]`),
        failed(tooLarge("run's answer", PAYLOAD_LIMIT + 4)),
      )
    })

    test("the run's answer: the message a run throws", async () => {
      const full = await run(`async () => { throw new Error('x'.repeat(${PAYLOAD_LIMIT})) }`)
      equal(full.error?.length, PAYLOAD_LIMIT)
      deepEqual(
        await run(`async () => { throw new Error('x'.repeat(${PAYLOAD_LIMIT + 1})) }`),
        failed(tooLarge("run's answer", PAYLOAD_LIMIT + 1)),
      )
    })

    test('a tool call: provider name, tool name and arguments together', async () => {
      const { calls, request } = scripted('{"result":"reached"}')
      // "store" and "put" are 8 bytes, the quotes of the argument 2.
      const fits = PAYLOAD_LIMIT - 10
      const outcome = await executor.execute({
        ...request,
        code: `async () => {
          const reached = await store.put('x'.repeat(${fits}))
          try { await store.put('x'.repeat(${fits + 1})) } catch (error) {
            return [reached, error.name, error instanceof Error, error.message]
          }
        }`,
      })

      deepEqual(
        outcome,
        returned(['reached', 'Error', true, tooLarge('tool call', PAYLOAD_LIMIT + 1)]),
      )
      deepEqual(
        calls.map(([, , argsJson]) => argsJson.length),
        [fits + 2],
      )
    })

    test('a tool call: a long name counts, and so do UTF-8 bytes', async () => {
      const { calls, request } = scripted('{"result":1}')
      const outcome = await executor.execute({
        ...request,
        code: `async () => {
          const messages = []
          const keep = ({ message }) => messages.push(message)
          await store['é'.repeat(${PAYLOAD_LIMIT / 2})]().catch(keep)
          await __dispatch('x'.repeat(${PAYLOAD_LIMIT}), 'y', '').catch(keep)
          return messages
        }`,
      })

      deepEqual(
        outcome,
        returned([
          tooLarge('tool call', PAYLOAD_LIMIT + 5),
          tooLarge('tool call', PAYLOAD_LIMIT + 1),
        ]),
      )
      deepEqual(calls, [])
    })

    test('an outbound request: the headers and the body, together with the URL', async () => {
      const { seen, outbound } = recordingOutbound()
      const tries = [
        `['https://a.test/', { method: 'POST', body: large.slice(1000) }]`,
        `['https://a.test/', { method: 'POST', body: large }]`,
        `['https://a.test/', { headers: { 'x-large': large } }]`,
        `['https://a.test/' + 'x'.repeat(500), { method: 'POST', body: large.slice(400) }]`,
      ]
      const [fits, ...refused] = await inTurn(tries, async (call) => {
        const { result } = await executor.execute({ outbound, code: tryFetch(call) })

        return String(result)
      })

      equal(fits, 'ok')
      for (const text of refused) match(text, tooLargeBySome('outbound request'))
      deepEqual(
        seen.map(({ body }) => body?.byteLength),
        [PAYLOAD_LIMIT - 1000],
      )
    })

    test('an outbound request: a URL alone', async () => {
      const { seen, outbound } = recordingOutbound()
      const code = tryFetch(`['https://a.test/' + large]`)
      const { result, error } = await executor.execute({ outbound, code })

      equal(error, undefined)
      match(String(result), tooLargeBySome('outbound request'))
      deepEqual(seen, [])
    })

    test('a handle answer: the status text, the headers and the body', async () => {
      const { executionId = '' } = await executor.execute({
        retainHandles: true,
        outbound: null,
        code: `async () => async (request) => {
          const large = 'x'.repeat(${PAYLOAD_LIMIT})
          switch (new URL(request.url).pathname) {
            case '/fits': return new Response(large.slice(1000))
            case '/body': return new Response(large)
            case '/headers': return new Response('', { headers: { 'x-large': large } })
            case '/status': return new Response('', { statusText: large })
            default: return new Response('still here')
          }
        }`,
      })
      const invoke = (path: string) => executor.invokeHandle(executionId, 'fetch', requestTo(path))

      equal((await invoke('/fits')).body.byteLength, PAYLOAD_LIMIT - 1000)
      const texts = await inTurn(['/body', '/headers', '/status'], async (path) => {
        return (await rejection(invoke(path))).message
      })
      for (const text of texts) match(text, tooLargeBySome('handle answer'))
      equal((await invoke('/')).body.byteLength, 'still here'.length)
      await executor.closeHandles(executionId)
    })

    test('the console: capture stops, one line says so, and the run goes on', async () => {
      const line: LogLine = { level: 'error', text: 'é'.repeat(500) }
      const { result, logs = [] } = await run(`async () => {
        for (let i = 0; i < 3000; i++) console.error('é'.repeat(500))
        console.log('late')
        return 'own result'
      }`)
      const captured = logs.slice(0, -1)

      equal(result, 'own result')
      deepEqual(logs.at(-1), { level: 'warn', text: CONSOLE_CAPTURE_MESSAGE })
      deepEqual(
        captured,
        captured.map(() => line),
      )
      ok(sizeOf(captured) <= CONSOLE_CAPTURE_LIMIT)
      ok(sizeOf([...captured, line]) >= CONSOLE_CAPTURE_LIMIT)
    })

    test('the console: empty lines are charged for their shape', async () => {
      const { result, logs = [] } = await run(`async () => {
        for (let i = 0; i < 45000; i++) console.log('')
        return 'done'
      }`)

      equal(result, 'done')
      deepEqual(logs.at(-1), { level: 'warn', text: CONSOLE_CAPTURE_MESSAGE })
      ok(JSON.stringify(logs.slice(0, -1)).length <= CONSOLE_CAPTURE_LIMIT)
      ok(JSON.stringify(logs).length >= CONSOLE_CAPTURE_LIMIT)
    })

    test('the console: a line past the bound is dropped whole, and capture stops there', async () => {
      deepEqual(
        await run(`async () => {
          console.log('first'); console.log('x'.repeat(${CONSOLE_CAPTURE_LIMIT})); console.log('third')
        }`),
        returned(undefined, [
          { level: 'log', text: 'first' },
          { level: 'warn', text: CONSOLE_CAPTURE_MESSAGE },
        ]),
      )
    })

    test('a run at every bound at once is delivered', async () => {
      const quotes = (PAYLOAD_LIMIT - 2) / 2
      const {
        result,
        logs = [],
        error,
      } = await run(`async () => {
        for (let i = 0; i < 20000; i++) console.log('"'.repeat(20))
        return '"'.repeat(${quotes})
      }`)

      equal(error, undefined)
      equal(result === '"'.repeat(quotes), true)
      equal(logs.at(-1)?.text, CONSOLE_CAPTURE_MESSAGE)
    })
  })
}
