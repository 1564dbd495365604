import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  DuplicateProviderNameError,
  InvalidProviderNameError,
  MESSAGE_LIMIT,
  ModuleKeyCollisionError,
  normalizeModules,
  ReservedProviderNameError,
  UnsupportedModuleKindError,
  type ExecuteRequest,
  type ModuleMap,
} from '@supolka/codemode-executor-protocol'
import {
  checkSize,
  composeCall,
  REQUEST_BOUND,
  TEXTS_BOUND,
  type ComposedCall,
} from '../src/compose-call.ts'

const code = 'async () => 1'

function composed(request: Partial<ExecuteRequest> = {}): ComposedCall {
  const call = composeCall({ code, ...request })
  if ('failure' in call) throw new Error(call.failure)

  return call
}

const failureOf = (request: Partial<ExecuteRequest>): unknown => {
  const call = composeCall({ code, ...request })

  return 'failure' in call ? call.failure : call
}

const outbound = async (): Promise<never> => Promise.reject(new Error('no'))

const named = (...names: Array<string>): Partial<ExecuteRequest> => ({
  providers: names.map((name) => ({ name, tools: [] })),
})

/** The names and sources that a server arrives at. */
const onTheServer = (modules: ModuleMap): Array<[string, string]> => {
  const pairs = composed({ modules }).options.modules ?? []

  return [...normalizeModules(Object.fromEntries(pairs))]
}

const requestOfSevenTexts = (size: number): ExecuteRequest => ({
  code: 'c'.repeat(size),
  providers: [{ name: 'p', tools: ['t'], prelude: 'q', proxySource: 'r' }],
  modules: { m: 's' },
})

suite('a request as it crosses', () => {
  test('holds what was asked for, and no field that was not', () => {
    assert.deepEqual(composed(), { code, providers: [], options: {}, outboundMode: 'native' })
    const undefinedOnes = {
      providers: undefined,
      modules: undefined,
      timeout: undefined,
      countHostWaits: undefined,
      retainHandles: undefined,
      outbound: undefined,
    }
    assert.deepEqual(composed(undefinedOnes), composed())
  })

  test('keeps values that read as absent elsewhere', () => {
    const { options } = composed({ timeout: null, countHostWaits: false, retainHandles: false })
    assert.deepEqual(options, { timeout: null, countHostWaits: false, retainHandles: false })
  })

  test('names the outbound setting', () => {
    assert.equal(composed().outboundMode, 'native')
    assert.equal(composed({ outbound }).outboundMode, 'stub')
    assert.equal(composed({ outbound: null }).outboundMode, 'disabled')
  })
})

suite('providers as they cross', () => {
  test('are copies of what the contract names, and of nothing else', () => {
    const tools = ['list']
    const provider = { name: 'store', tools, secret: 'kept', execute: () => 'kept' }
    const [crossing] = composed({ providers: [provider] }).providers
    assert.deepEqual(crossing, { name: 'store', tools: ['list'] })
    assert.notEqual(crossing?.tools, tools)
    const full = {
      name: 'store',
      tools: [],
      positionalArgs: false,
      prelude: '',
      proxySource: 'null',
    }
    assert.deepEqual(composed({ providers: [full] }).providers, [full])
  })

  test('are read off objects with a prototype too', () => {
    class Store {
      readonly name = 'store'
      get tools(): Array<string> {
        return ['list']
      }
    }
    assert.deepEqual(composed({ providers: [new Store()] }).providers, [
      { name: 'store', tools: ['list'] },
    ])
  })

  test('fail as they would in-process when no program can run under their names', () => {
    assert.equal(failureOf(named('a-b')), new InvalidProviderNameError('a-b').message)
    assert.equal(failureOf(named('console')), new ReservedProviderNameError('console').message)
    assert.equal(failureOf(named('a', 'a')), new DuplicateProviderNameError('a').message)
  })
})

suite('modules as they cross', () => {
  test('are pairs of a normalised name and JavaScript source', () => {
    const modules = { './a': 'export default 1', b: { js: 'export default 2' } }
    assert.deepEqual(composed({ modules }).options.modules, [
      ['a', 'export default 1'],
      ['b', 'export default 2'],
    ])
    assert.deepEqual(composed({ modules: {} }).options.modules, [])
  })

  test('have the names on the server that they have here, however many "./" they begin with', () => {
    const modules = { a: '1', './b': '2', '././c': '3', '././././d': '4', './': '5', '.': '6' }
    assert.deepEqual(onTheServer(modules), [...normalizeModules(modules)])
    assert.deepEqual(
      onTheServer(modules).map(([name]) => name),
      ['a', 'b', './c', './././d', '', '.'],
    )
  })

  test('keep names that every object has', () => {
    const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'toJSON']
    const modules: ModuleMap = Object.fromEntries(names.map((name) => [name, `'${name}'`]))
    assert.deepEqual(
      onTheServer(modules),
      names.map((name) => [name, `'${name}'`]),
    )
  })

  test('become source here when they are JSON or text', () => {
    const modules = { list: { json: ['\u2028', { __proto__: 1 }] }, page: { text: '"\u2029"' } }
    const [list, page] = composed({ modules }).options.modules ?? []
    assert.equal(list?.[0], 'list')
    assert.match(list?.[1] ?? '', /^export default JSON\.parse\(/)
    assert.equal(page?.[1], 'export default "\\"\\u2029\\""\n')
  })

  test('fail as they would in-process for a collision or an unsupported kind', () => {
    assert.equal(
      failureOf({ modules: { a: '', './a': '' } }),
      new ModuleKeyCollisionError('a', 'a', './a').message,
    )
    const cycle: Array<unknown> = []
    cycle.push(cycle)
    const kinds: Array<unknown> = [5, null, {}, { js: 1 }, { wasm: '' }, { json: cycle }]
    for (const kind of kinds) {
      const modules = Object.fromEntries([['odd', kind]]) as ModuleMap
      assert.equal(failureOf({ modules }), new UnsupportedModuleKindError('odd').message)
    }
  })

  test('are looked at after the providers', () => {
    const providers = [{ name: 'a-b', tools: [] }]
    const failure = failureOf({ providers, modules: { a: '', './a': '' } })
    assert.equal(failure, new InvalidProviderNameError('a-b').message)
  })
})

suite('the size of a request', () => {
  const refused = {
    name: 'RangeError',
    message: `The request is 33,553,409 bytes on the wire, and at most 33,553,408 fit in one message.`,
  }

  test('leaves room for the rest of its message', () => {
    assert.equal(REQUEST_BOUND, 33_553_408)
    assert.ok(REQUEST_BOUND < MESSAGE_LIMIT)
  })

  test('may be the bound, and not one byte more', () => {
    const text = 'x'.repeat(REQUEST_BOUND - 2)
    assert.equal(composed({ code: text }).code, text)
    assert.throws(() => composeCall({ code: `${text}x` }), refused)
  })

  test('counts every text: code, names, tools, preludes, proxies and modules', () => {
    // Seven texts with two quotes each, and all but the code are one letter long.
    const exact = REQUEST_BOUND - 7 * 2 - 6
    assert.ok(!('failure' in composeCall(requestOfSevenTexts(exact))))
    assert.throws(() => composeCall(requestOfSevenTexts(exact + 1)), refused)
  })

  test('counts what texts become as JSON in UTF-8', () => {
    const half = Math.floor((REQUEST_BOUND - 2) / 2)
    assert.ok(!('failure' in composeCall({ code: '\n'.repeat(half) })))
    assert.throws(() => composeCall({ code: '\n'.repeat(half + 1) }), { name: 'RangeError' })
  })

  test('is bounded in the number of its texts as well', () => {
    const texts = Array.from({ length: TEXTS_BOUND }, () => 'x')
    checkSize(texts)
    assert.throws(() => checkSize([...texts, 'x']), {
      name: 'RangeError',
      message: 'The request has 49,001 names and texts, and at most 49,000 fit in one message.',
    })
  })

  test('counts bytes beside the texts', () => {
    checkSize([''], REQUEST_BOUND - 2)
    assert.throws(() => checkSize([''], REQUEST_BOUND - 1), refused)
  })
})
