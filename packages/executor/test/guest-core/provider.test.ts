import assert from 'node:assert/strict'
import { afterEach, beforeEach, suite, test } from 'node:test'
import { bundleGuest, openGuest, type Guest } from './isolate.ts'

const bundle = await bundleGuest(`
import { answers, crossings } from './fixtures/fake-bridge.ts'
import { settleCall } from '../../src/guest/dispatch.ts'
import { createProvider } from '../../src/guest/provider.ts'
let count = 0
const calls = () => crossings.flatMap(([, ...fields]) =>
  Array.from({ length: fields.length / 4 }, (_, index) => fields.slice(index * 4, index * 4 + 4)))
/** Makes a call, answers it, and says what came of it. */
const settle = async (promise, envelope, failure = '') => {
  count += 1
  settleCall(count, envelope, failure)
  try { return ['resolved', await promise] }
  catch (error) { return ['rejected', error.name, error.message] }
}
Object.assign(globalThis, { answers, crossings, createProvider, settle, calls,
  store: createProvider({ name: 'store', tools: ['get', 'put'] }),
  listed: createProvider({ name: 'listed', tools: ['then', 'toJSON'] }),
  positional: createProvider({ name: 'positional', tools: [], positionalArgs: true }) })
`)

let guest: Guest
beforeEach(async () => {
  guest = await openGuest(bundle)
})
afterEach(() => guest.dispose())

const answer = async (body: string): Promise<unknown> => JSON.parse(await guest.runAsync(body))

/** The arguments text of one call of a proxy. */
const argumentsOf = (call: string): Promise<unknown> =>
  answer(`${call}.catch(() => {}); return JSON.stringify(calls()[0]?.[3] ?? null)`)

suite('createProvider', () => {
  test('every string is a tool, listed or not, those of Object.prototype too', async () => {
    assert.deepEqual(
      await answer(`
        for (const name of ['get', 'unlisted', 'constructor', 'toString', 'č', '0']) store[name]()
        await null; await null; await null
        return JSON.stringify(calls().map(([, provider, tool]) => [provider, tool]))`),
      ['get', 'unlisted', 'constructor', 'toString', 'č', '0'].map((name) => ['store', name]),
    )
  })

  test('symbols, then and toJSON read undefined unless they are listed', async () => {
    assert.deepEqual(
      await answer(`
        const read = (one) => [one.then, one.toJSON, one[Symbol.toPrimitive], one[Symbol.iterator]]
          .map((value) => typeof value)
        return JSON.stringify([read(store), read(listed)])`),
      [
        ['undefined', 'undefined', 'undefined', 'undefined'],
        ['function', 'function', 'undefined', 'undefined'],
      ],
    )
  })

  test('it can be awaited, returned and made JSON of, and nothing crosses', async () => {
    assert.deepEqual(
      await answer(`
        const same = (await store) === store && (await (async () => store)()) === store
        return JSON.stringify([same, store, calls()])`),
      [true, {}, []],
    )
  })

  test('keys and in show the listed tools, and a program may define more', async () => {
    assert.deepEqual(
      await answer(`
        store.own = 5
        Object.defineProperty(store, 'get', { value: 'replaced' })
        return JSON.stringify([Object.keys(store), 'put' in store, 'unlisted' in store,
          Object.getPrototypeOf(store), store.own, store.get])`),
      [['get', 'put', 'own'], true, false, null, 5, 'replaced'],
    )
  })
})

suite('arguments in the dispatch grammar', () => {
  const cases: Array<[call: string, text: string]> = [
    ['store.get()', ''],
    ['store.get(undefined)', ''],
    ['store.get(undefined, undefined)', ''],
    ['store.get({ a: 1 })', '{"a":1}'],
    ['store.get("x")', '"x"'],
    ['store.get(null)', 'null'],
    ['store.get([1, 2])', '[[1,2]]'],
    ['store.get([])', '[[]]'],
    ['store.get({ toJSON: () => [1] })', '[[1]]'],
    ['store.get(() => 1)', ''],
    ['store.get(1, undefined)', '1'],
    ['store.get(1, 2)', '[1,2]'],
    ['store.get(undefined, 2)', '[null,2]'],
    ['store.get([1], () => 1, 3)', '[[1],null,3]'],
    [
      'store.get(new Uint8Array([1, 2, 3, 255]))',
      '{"__executor_binary_v1__":"Uint8Array","data":"AQID/w=="}',
    ],
    ['positional.get()', ''],
    ['positional.get({ a: 1 })', '[{"a":1}]'],
    ['positional.get([1])', '[[1]]'],
    ['positional.get(undefined)', ''],
    ['positional.get(1, undefined, undefined)', '[1]'],
  ]
  for (const [call, text] of cases) {
    test(`${call} sends ${JSON.stringify(text)}`, async () => {
      assert.equal(await argumentsOf(call), text)
    })
  }

  test('what JSON cannot carry rejects the call, and nothing crosses', async () => {
    assert.deepEqual(
      await answer(`
        const cycle = {}
        cycle.self = cycle
        const outcomes = await Promise.allSettled([store.get(cycle), store.get(1n), store.get(1, 1n)])
        return JSON.stringify([outcomes.map(({ reason }) => reason?.name), calls()])`),
      [['TypeError', 'TypeError', 'TypeError'], []],
    )
  })
})

suite('envelopes', () => {
  const outside = ['rejected', 'Error', 'The dispatch answered outside the result envelope.']
  const cases: Array<[envelope: string, outcome: Array<unknown>]> = [
    ['{"result":{"a":1}}', ['resolved', { a: 1 }]],
    ['{"result":null}', ['resolved', null]],
    ['{}', ['resolved']],
    ['[]', ['resolved']],
    ['{"error":"No such customer."}', ['rejected', 'Error', 'No such customer.']],
    ['{"error":""}', ['rejected', 'Error', '']],
    ['{"error":null}', ['rejected', 'Error', 'null']],
    ['{"result":1,"error":"both"}', ['rejected', 'Error', 'both']],
    ['{"__proto__":{"error":"inherited"}}', ['resolved']],
    ['null', outside],
    ['5', outside],
    ['"text"', outside],
    ['', outside],
    ['{', outside],
  ]
  for (const [envelope, outcome] of cases) {
    test(`${JSON.stringify(envelope)} becomes ${JSON.stringify(outcome)}`, async () => {
      const came = await answer(
        `return JSON.stringify((await settle(store.get(), ${JSON.stringify(envelope)})).filter((one) => one !== undefined))`,
      )
      assert.deepEqual(came, outcome)
    })
  }

  test('a result of bytes comes out of its envelope as bytes', async () => {
    const envelope = '{"result":{"__executor_binary_v1__":"ArrayBufferView","data":"AQACAA=="}}'
    assert.deepEqual(
      await answer(`
        const [, value] = await settle(store.get(), ${JSON.stringify(envelope)})
        return JSON.stringify([value instanceof Uint8Array, [...value]])`),
      [true, [1, 0, 2, 0]],
    )
  })

  test('a dispatch that rejected rejects the call with its message', async () => {
    assert.deepEqual(
      await answer(`return JSON.stringify(await settle(store.get(), undefined, 'host broke'))`),
      ['rejected', 'Error', 'host broke'],
    )
  })

  test('an error member on Object.prototype is none of the envelope', async () => {
    assert.deepEqual(
      await answer(`
        Object.prototype.error = 'polluted'
        const outcome = await settle(store.get(), '{"result":1}')
        delete Object.prototype.error
        return JSON.stringify(outcome)`),
      ['resolved', 1],
    )
  })
})
