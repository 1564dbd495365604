import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import {
  createCodemodeExecutor,
  type CodemodeConnector,
} from '@supolka/cloudflare-codemode-executor/codemode'
import { onEachExecutor } from './on-each-executor.ts'

type CallTool = CodemodeConnector['binding']['callTool']

const items = (callTool: CallTool): { connectors: Array<CodemodeConnector> } => ({
  connectors: [{ name: 'items', binding: { callTool } }],
})

onEachExecutor((executor) => {
  const adapter = createCodemodeExecutor(executor)
  const refusalOf = async (name: string, ...providers: Array<string>): Promise<unknown> =>
    adapter.execute(
      'async () => 1',
      providers.map((provider) => ({ name: provider, fns: {} })),
      { connectors: [{ name, binding: { callTool: async () => 1 } }] },
    )

  test('a method is one call with its first argument', async () => {
    const calls: Array<unknown> = []
    const outcome = await adapter.execute(
      'async () => [await items.get_bytes({ a: 1 }, 2), await items.list()]',
      [],
      items(async (...call) => {
        calls.push(call)

        return Uint8Array.of(7)
      }),
    )
    deepEqual(outcome.result, [Uint8Array.of(7), Uint8Array.of(7)])
    deepEqual(calls, [
      ['get_bytes', { a: 1 }],
      ['list', undefined],
    ])
  })

  test('a marker for a pause is the error that the dialect looks for', async () => {
    const outcome = await adapter.execute(
      'async () => await items.create()',
      [],
      items(async () => ({ __codemode_control__: 'pause' })),
    )
    equal(outcome.error, '__CODEMODE_PAUSE__')
  })

  test('a marker for an error is an error with its message, which can be caught', async () => {
    const outcome = await adapter.execute(
      'async () => { try { await items.create() } catch (e) { return e.message } }',
      [],
      items(async () => ({ __codemode_control__: 'error', message: 'not today' })),
    )
    equal(outcome.result, 'not today')
  })

  test('a binding that rejects is an error as well', async () => {
    const outcome = await adapter.execute(
      'async () => await items.create()',
      [],
      items(async () => {
        throw new Error('broken')
      }),
    )
    equal(outcome.error, 'broken')
  })

  test('any other answer passes as it is', async () => {
    const outcome = await adapter.execute(
      'async () => await items.get()',
      [],
      items(async () => ({ __codemode_control__: 'other', rest: [null] })),
    )
    deepEqual(outcome.result, { __codemode_control__: 'other', rest: [null] })
  })

  test('an answer that JSON cannot carry fails its call', async () => {
    const outcome = await adapter.execute(
      'async () => await items.get()',
      [],
      items(async () => ({ id: 1n })),
    )
    equal(outcome.error, 'Do not know how to serialize a BigInt')
  })

  test('a connector can be awaited', async () => {
    const outcome = await adapter.execute(
      'async () => typeof (await items).get',
      [],
      items(async () => 1),
    )
    equal(outcome.result, 'function')
  })

  test('a prelude reaches connectors', async () => {
    const outcome = await adapter.execute(
      'async () => await codemode.first()',
      [
        {
          name: 'codemode',
          fns: {},
          prelude: 'codemode.first = () => items.list().then(([x]) => x)',
        },
      ],
      items(async () => ['one']),
    )
    equal(outcome.result, 'one')
  })

  test('names are refused in the words of the dialect', async () => {
    const refusals: Array<[name: string, error: string]> = [
      ['Promise', 'Connector name "Promise" is reserved'],
      ['my-items', 'Connector name "my-items" is not a valid JavaScript identifier'],
      ['codemode', 'Duplicate name "codemode" (connector clashes with provider)'],
    ]
    for (const [name, error] of refusals) {
      // oxlint-disable-next-line no-await-in-loop
      deepEqual(await refusalOf(name, 'codemode'), { result: undefined, error })
    }
  })
})
