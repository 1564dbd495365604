// Providers: the generated proxy, and the names that the scope of the entry module provides.

import { deepEqual } from 'node:assert/strict'
import { describe } from 'node:test'
import type { ProviderDescriptor } from '@supolka/codemode-executor-protocol'
import { test } from './bounded-test.ts'
import { shareExecutor, type ExecutorFactory } from './executor-factory.ts'
import { returned } from './outcomes.ts'
import { scripted, storeOf } from './toolbox.ts'

export function declareProviders(create: ExecutorFactory): void {
  describe('providers', () => {
    const executor = shareExecutor(create)
    const run = (code: string, providers: Array<ProviderDescriptor>) => {
      const { calls, request } = scripted('{"result":"answer"}')

      return executor
        .execute({ ...request, code, providers, outbound: null })
        .then((outcome) => ({ outcome, calls }))
    }
    const store: ProviderDescriptor = { name: 'store', tools: ['put', 'get'] }

    test('a listed tool, an unlisted one and an undeclared provider reach the dispatch', async () => {
      const { outcome, calls } = await run(
        `async () => [
          await store.put(1), await store['odd name'](), await store[7](),
          await __dispatch('other', 'any', '[2]'),
        ]`,
        [store],
      )

      deepEqual(outcome, returned(['answer', 'answer', 'answer', '{"result":"answer"}']))
      deepEqual(calls, [
        ['store', 'put', '1'],
        ['store', 'odd name', ''],
        ['store', '7', ''],
        ['other', 'any', '[2]'],
      ])
    })

    test('the proxy answers undefined for symbols, then and toJSON', async () => {
      const { outcome, calls } = await run(
        `async () => {
          const awaited = await store
          console.log(store)
          return [
            typeof store[Symbol.iterator], typeof store.then, typeof store.toJSON,
            awaited === store, String(Object.prototype.toString.call(store)),
          ]
        }`,
        [store],
      )

      deepEqual(outcome.result, ['undefined', 'undefined', 'undefined', true, '[object Object]'])
      deepEqual(calls, [])
    })

    test('a provider can be returned', async () => {
      const { outcome, calls } = await run('async () => ({ store })', [store])

      deepEqual([outcome, calls], [returned({ store: {} }), []])
    })

    test('then and toJSON are tools where the descriptor lists them', async () => {
      const { outcome, calls } = await run(
        'async () => { const { then, toJSON } = store; return [await then(1), await toJSON(2)] }',
        [{ name: 'store', tools: ['then', 'toJSON'] }],
      )

      deepEqual(outcome, returned(['answer', 'answer']))
      deepEqual(calls, [
        ['store', 'then', '1'],
        ['store', 'toJSON', '2'],
      ])
    })

    test('Object.keys and in show the listed tools', async () => {
      const { outcome } = await run(
        `async () => [Object.keys(store), 'put' in store, 'drop' in store, 'toString' in store]`,
        [store],
      )

      deepEqual(outcome, returned([['put', 'get'], true, false, false]))
    })

    test('a tool may have the name of an Object.prototype member', async () => {
      const { outcome, calls } = await run(
        'async () => [await store.constructor(1), await store.toString(2), await store.__proto__(3)]',
        [store],
      )

      deepEqual(outcome, returned(['answer', 'answer', 'answer']))
      deepEqual(calls, [
        ['store', 'constructor', '1'],
        ['store', 'toString', '2'],
        ['store', '__proto__', '3'],
      ])
    })

    test('what the program passes is what the tool receives', async () => {
      const received: Array<unknown> = []
      const { providers, dispatch } = storeOf({ take: (args) => received.push(args) })
      const code = `async () => {
        await store.take()
        await store.take({ customer: 'ada' })
        await store.take('text')
        await store.take(null)
        await store.take([1, 2])
        await store.take([])
        await store.take([[1]])
      }`
      await executor.execute({ code, providers, dispatch })

      deepEqual(received, [[], { customer: 'ada' }, 'text', null, [[1, 2]], [[]], [[[1]]]])
    })

    test('positionalArgs passes every argument as a list', async () => {
      const received: Array<unknown> = []
      const { dispatch } = storeOf({ take: (args) => received.push(args) })
      const code = `async () => {
        await store.take()
        await store.take('ada', 3)
        await store.take({ a: 1 })
        await store.take([1, 2])
        await store.take('a', undefined, 'b')
      }`
      await executor.execute({
        code,
        dispatch,
        providers: [{ name: 'store', tools: ['take'], positionalArgs: true }],
      })

      deepEqual(received, [[], ['ada', 3], [{ a: 1 }], [[1, 2]], ['a', null, 'b']])
    })

    test('a prelude runs after every proxy is declared', async () => {
      const { outcome, calls } = await run('async () => early', [
        { name: 'first', tools: [], prelude: 'const early = second.get(1)' },
        { name: 'second', tools: ['get'] },
      ])

      deepEqual(outcome, returned('answer'))
      deepEqual(calls, [['second', 'get', '1']])
    })

    test('a prelude may add to its provider what the program then finds', async () => {
      const { outcome } = await run('async () => [store.twice(4), await store.get(1)]', [
        { ...store, prelude: 'store.twice = (n) => n * 2' },
      ])

      deepEqual(outcome, returned([8, 'answer']))
    })

    test('proxySource replaces the generated proxy of its provider alone', async () => {
      const { outcome, calls } = await run('async () => [await own.ask("x"), await store.get()]', [
        {
          name: 'own',
          tools: [],
          proxySource: `{
            ask: async (text) =>
              __parseForDispatch(await __dispatch('own', 'asked', __stringifyForDispatch([text]))),
          }`,
        },
        store,
      ])

      deepEqual(outcome, returned([{ result: 'answer' }, 'answer']))
      deepEqual(calls, [
        ['own', 'asked', '["x"]'],
        ['store', 'get', ''],
      ])
    })

    test('proxySource may declare its provider by itself', async () => {
      const { outcome } = await run('async () => [await own.ask(), typeof beside]', [
        {
          name: 'own',
          tools: [],
          proxySource: `// declares two names
            const beside = 1
            const own = { ask: async () => 'declared' }`,
        },
      ])

      deepEqual(outcome, returned(['declared', 'number']))
    })

    test('the entry scope provides the dispatch codec to every source in it', async () => {
      const exercise = `[
        __BINARY_TAG,
        __encodeBase64(new Uint8Array([1, 2, 3, 255])),
        __decodeBase64('AQID/w==') instanceof Uint8Array,
        __encodeBinaryValue(new Uint16Array([1, 2])),
        [...__decodeBinaryValue({ __executor_binary_v1__: 'Uint8Array', data: 'AQI=' })],
        __stringifyForDispatch({ a: new Uint8Array([1]) }),
        [...__parseForDispatch('[{"__executor_binary_v1__":"ArrayBufferView","data":"AQI="}]')[0]],
      ]`
      const expected = [
        '__executor_binary_v1__',
        'AQID/w==',
        true,
        { __executor_binary_v1__: 'ArrayBufferView', data: 'AQACAA==' },
        [1, 2],
        '{"a":{"__executor_binary_v1__":"Uint8Array","data":"AQ=="}}',
        [1, 2],
      ]
      // JSON text, so that a tagged value in the list is not decoded on its way to the host.
      const { outcome } = await run(
        `async () => [JSON.stringify(prelude), JSON.stringify(${exercise}), JSON.stringify(own)]`,
        [
          { ...store, prelude: `const prelude = ${exercise}` },
          { name: 'own', tools: [], proxySource: exercise },
        ],
      )
      const text = JSON.stringify(expected)

      deepEqual(outcome, returned([text, text, text]))
    })
  })
}
