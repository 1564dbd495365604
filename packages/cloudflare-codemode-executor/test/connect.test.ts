import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { inspect } from 'node:util'
import { connect } from '../src/connect.ts'

const tryConnect = (url: unknown, options?: unknown): Promise<unknown> =>
  Reflect.apply(connect, undefined, [url, options])

suite('the URL that connect takes', () => {
  const rows: Array<[url: unknown, came: string]> = [
    ['', 'the string ""'],
    ['127.0.0.1:8790', 'the string "127.0.0.1:8790"'],
    ['http://127.0.0.1:8790/', 'the string "http://127.0.0.1:8790/"'],
    ['wss:', 'the string "wss:"'],
    [new URL('https://a.test/'), 'a value of type object'],
    [undefined, 'nothing'],
    [null, 'null'],
    [8790, '8790'],
    [Symbol('ws'), 'a value of type symbol'],
    [{}, 'a value of type object'],
  ]
  for (const [url, came] of rows) {
    test(`is no ${url instanceof URL ? `URL of ${url.protocol}` : inspect(url)}`, async () => {
      await assert.rejects(tryConnect(url), {
        name: 'TypeError',
        message: `The argument "url" must be a ws: or wss: URL, and ${came} came.`,
      })
    })
  }

  test('may be a URL object or a text, and reaches the socket as a text', async () => {
    const seen: Array<unknown> = []
    const openSocket = (url: string): never => {
      seen.push(url)
      throw new Error('far enough')
    }
    for (const url of [new URL('ws://a.test/x?y=1'), 'wss://a.test', 'WS://A.test/']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await assert.rejects(connect(url, { openSocket }), { code: 'CONNECTION_REJECTED' })
    }
    assert.deepEqual(seen, ['ws://a.test/x?y=1', 'wss://a.test', 'WS://A.test/'])
  })
})

test('a wrong option rejects before any socket is made', async () => {
  await assert.rejects(tryConnect('ws://127.0.0.1:1/', { connectTimeout: 0 }), {
    name: 'RangeError',
    message: 'The option "connectTimeout" must be a number above 0, and 0 came.',
  })
})
