// The four rules of provider names, and the names that are left to the caller on purpose.

import { deepEqual } from 'node:assert/strict'
import { describe } from 'node:test'
import {
  DuplicateProviderNameError,
  ECMASCRIPT_RESERVED_WORDS,
  InvalidProviderNameError,
  RESERVED_PROVIDER_NAMES,
  ReservedProviderNameError,
  ReservedWordProviderNameError,
} from '@supolka/codemode-executor-protocol'
import { test } from './bounded-test.ts'
import { shareExecutor, type ExecutorFactory } from './executor-factory.ts'
import { inTurn } from './in-turn.ts'
import { failed, returned } from './outcomes.ts'
import { scripted } from './toolbox.ts'

export function declareProviderNames(create: ExecutorFactory): void {
  describe('provider names', () => {
    const executor = shareExecutor(create)
    const runWith = (names: Array<string>, code = `async () => console.log('ran')`) =>
      executor.execute({
        code,
        outbound: null,
        providers: names.map((name) => ({ name, tools: [] })),
      })

    test('a name outside the form fails before a line of the program runs', async () => {
      const names = ['', '1a', 'a-b', 'a b', 'é', 'a.b', 'a;b', 'a\n', '名', '#a']

      deepEqual(
        await inTurn(names, (name) => runWith([name])),
        names.map((name) => failed(new InvalidProviderNameError(name).message)),
      )
    })

    test('a name that the entry scope or the generated source needs is reserved', async () => {
      const names = Object.values(RESERVED_PROVIDER_NAMES).flat()

      deepEqual(
        await inTurn(names, (name) => runWith([name])),
        names.map((name) => failed(new ReservedProviderNameError(name).message)),
      )
    })

    test('every name that the contract provides in the entry scope is in the reserved set', async () => {
      const names = [
        '__dispatch',
        '__stringifyForDispatch',
        '__parseForDispatch',
        '__BINARY_TAG',
        '__encodeBinaryValue',
        '__decodeBinaryValue',
        '__encodeBase64',
        '__decodeBase64',
        'console',
        'setTimeout',
        'clearTimeout',
      ]

      deepEqual(
        await inTurn(names, (name) => runWith([name])),
        names.map((name) => failed(new ReservedProviderNameError(name).message)),
      )
    })

    test('a reserved word of ECMAScript fails', async () => {
      deepEqual(
        await inTurn(ECMASCRIPT_RESERVED_WORDS, (name) => runWith([name])),
        ECMASCRIPT_RESERVED_WORDS.map((name) =>
          failed(new ReservedWordProviderNameError(name).message),
        ),
      )
    })

    test('a duplicate fails, and the first violation in order is the one reported', async () => {
      deepEqual(
        await runWith(['store', 'crm', 'store']),
        failed(new DuplicateProviderNameError('store').message),
      )
      deepEqual(
        await runWith(['store', 'store', '1a']),
        failed(new DuplicateProviderNameError('store').message),
      )
      deepEqual(
        await runWith(['class', 'store', 'store']),
        failed(new ReservedWordProviderNameError('class').message),
      )
    })

    test('letters, digits, underscore and dollar make a name', async () => {
      deepEqual(
        await runWith(
          ['$', '_', 'a1', '$_9Z', 'async', 'of', 'toString'],
          'async () => [$, _, a1, $_9Z, async, of, toString].map((provider) => typeof provider)',
        ),
        returned(Array.from({ length: 7 }, () => 'object')),
      )
    })

    test('fetch and Response may be taken, and are shadowed in the entry module alone', async () => {
      const { calls, request } = scripted('{"result":"provider"}')
      const outcome = await executor.execute({
        dispatch: request.dispatch,
        providers: [
          { name: 'fetch', tools: ['get'] },
          { name: 'Response', tools: [] },
        ],
        modules: { m: 'export default [typeof fetch, typeof Response]' },
        outbound: null,
        code: `import seen from 'm'
async () => [await fetch.get(1), await Response.any(), seen, typeof globalThis.fetch, typeof globalThis.Response]`,
      })

      deepEqual(
        outcome,
        returned(['provider', 'provider', ['function', 'function'], 'function', 'function']),
      )
      deepEqual(calls, [
        ['fetch', 'get', '1'],
        ['Response', 'any', ''],
      ])
    })
  })
}
