import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { inspect } from 'node:util'
import type { ExecuteRequest } from '@supolka/codemode-executor-protocol'
import { readOptions, type ExecutorOptions } from '../../src/options.ts'
import { readRequest, type PreparedRequest } from '../../src/request.ts'

const code = 'async () => 1'
const outbound = (): Promise<never> => Promise.reject(new Error('unused'))

function read(request: unknown, options: ExecutorOptions = {}): ReturnType<typeof readRequest> {
  return Reflect.apply(readRequest, undefined, [request, readOptions(options)])
}

function prepared(request: Partial<ExecuteRequest>, options?: ExecutorOptions): PreparedRequest {
  const answer = read({ code, ...request }, options)
  if ('failure' in answer) throw new Error(answer.failure)

  return answer
}

type Fault = typeof TypeError | typeof RangeError
type Wrong = [request: object, fault: Fault, name: string, expected: string, came: string]

const provider = { name: 'store', tools: ['put'] }
const NUMBER = 'a number above 0 or null'

const wrong: Array<Wrong> = [
  [{ code: undefined }, TypeError, 'field "code"', 'a string', 'nothing'],
  [{ code: () => 1 }, TypeError, 'field "code"', 'a string', 'a value of type function'],
  [{ providers: [5] }, TypeError, 'field "providers[0]"', 'an object', '5'],
  [{ providers: [provider, null] }, TypeError, 'field "providers[1]"', 'an object', 'null'],
  [
    { providers: [{ name: 'a' }] },
    TypeError,
    'field "providers[0]" member "tools"',
    'strings only',
    'nothing',
  ],
  [
    { providers: [{ name: 'a', tools: ['b', 1] }] },
    TypeError,
    'field "providers[0]" member "tools"',
    'strings only',
    'an array',
  ],
  [
    { providers: [{ ...provider, positionalArgs: 1 }] },
    TypeError,
    'field "providers[0]" member "positionalArgs"',
    'a boolean',
    '1',
  ],
  [
    { providers: [{ ...provider, prelude: null }] },
    TypeError,
    'field "providers[0]" member "prelude"',
    'a string',
    'null',
  ],
  [
    { providers: [{ ...provider, proxySource: {} }] },
    TypeError,
    'field "providers[0]" member "proxySource"',
    'a string',
    'a value of type object',
  ],
  [{ dispatch: {} }, TypeError, 'field "dispatch"', 'a function', 'a value of type object'],
  [{ dispatch: null }, TypeError, 'field "dispatch"', 'a function', 'null'],
  [{ modules: [] }, TypeError, 'field "modules"', 'an object', 'an array'],
  [{ modules: 'a' }, TypeError, 'field "modules"', 'an object', 'the string "a"'],
  [{ timeout: '5' }, TypeError, 'field "timeout"', NUMBER, 'the string "5"'],
  [{ timeout: 0 }, RangeError, 'field "timeout"', NUMBER, '0'],
  [{ timeout: NaN }, RangeError, 'field "timeout"', NUMBER, 'NaN'],
  [{ countHostWaits: 0 }, TypeError, 'field "countHostWaits"', 'a boolean', '0'],
  [{ retainHandles: 'yes' }, TypeError, 'field "retainHandles"', 'a boolean', 'the string "yes"'],
  [{ outbound: true }, TypeError, 'field "outbound"', 'a function', 'true'],
  [{ signal: 5 }, TypeError, 'field "signal"', 'an AbortSignal', '5'],
  [{ onLog: [] }, TypeError, 'field "onLog"', 'a function', 'an array'],
]

suite('a wrong field', () => {
  for (const [request, Fault, name, expected, came] of wrong) {
    test(`${inspect(request)} is refused by name, with what was expected and what came`, () => {
      assert.throws(
        () => read({ code, ...request }),
        (error: unknown) => {
          assert.ok(error instanceof Fault, String(error))
          assert.equal(error.message, `The ${name} must be ${expected}, and ${came} came.`)

          return true
        },
      )
    })
  }

  test('providers that are no list are refused by name', () => {
    for (const providers of ['store', { store: provider }, 5]) {
      assert.throws(() => read({ code, providers }), /^TypeError: The field "providers" must be /)
    }
  })

  test('a request that is no object is refused', () => {
    for (const request of [undefined, null, code, [code]]) {
      assert.throws(
        () => read(request),
        /^TypeError: The request must be an object, and .* came\.$/,
      )
    }
  })
})

suite('readRequest', () => {
  test('with the code alone everything is the default', () => {
    const { message, ...kept } = prepared({})
    assert.partialDeepStrictEqual(message, {
      type: 'run',
      code,
      providers: [],
      modules: [],
      timeout: 60_000,
      countHostWaits: false,
      outboundMode: 'native',
      retainHandles: false,
    })
    assert.deepEqual(kept, {
      dispatch: undefined,
      outbound: undefined,
      signal: undefined,
      onLog: undefined,
    })
  })

  test('an undefined field reads the same as an absent one', () => {
    const names = Object.keys({ ...prepared({}), ...prepared({}).message })
    const undefinedFields = Object.fromEntries(
      [...names, 'timeout'].filter((name) => name !== 'code').map((name) => [name, undefined]),
    )
    assert.deepEqual(prepared(undefinedFields), prepared({}))
  })

  test('a defined field wins over the option of the executor, falsy ones too', () => {
    const options: ExecutorOptions = {
      timeout: 100,
      countHostWaits: true,
      outbound: null,
      modules: { a: 'export default 1' },
    }
    const { message } = prepared(
      { timeout: 50, countHostWaits: false, outbound, modules: {} },
      options,
    )
    assert.partialDeepStrictEqual(message, {
      timeout: 50,
      countHostWaits: false,
      outboundMode: 'stub',
    })
    assert.deepEqual(message.modules, [])
    assert.partialDeepStrictEqual(prepared({}, options).message, {
      timeout: 100,
      countHostWaits: true,
      outboundMode: 'disabled',
      modules: [['a', 'export default 1']],
    })
  })

  test('each setting of outbound is a mode, and only a function is kept', () => {
    assert.equal(prepared({}).message.outboundMode, 'native')
    assert.equal(prepared({ outbound: null }).message.outboundMode, 'disabled')
    assert.equal(prepared({ outbound: null }).outbound, undefined)
    assert.equal(prepared({ outbound: null }, { outbound }).message.outboundMode, 'disabled')
    assert.equal(prepared({}, { outbound }).outbound, outbound)
  })

  test('a null timeout is lifted to the largest there is, and no timeout is above it', () => {
    assert.equal(prepared({ timeout: null }).message.timeout, 2_147_483_647)
    assert.equal(prepared({ timeout: null }, { maxTimeout: 700 }).message.timeout, 700)
    assert.equal(prepared({ timeout: 900 }, { maxTimeout: 700 }).message.timeout, 700)
    assert.equal(prepared({ timeout: Infinity }).message.timeout, 2_147_483_647)
  })

  test('of a provider only the members of the contract go on, copied', () => {
    const tools = ['put']
    const whole = {
      name: 'store',
      tools,
      positionalArgs: false,
      prelude: '',
      proxySource: '({})',
    }
    const bare = { name: 'crm', tools: [] }
    const { message } = prepared({ providers: [Object.assign({ secret: 'x' }, whole), bare] })
    tools.push('later')
    assert.deepEqual(message.providers, [{ ...whole, tools: ['put'] }, bare])
  })

  test('modules go on as source under normalised names', () => {
    const modules = { './a': 'export default 1', b: { json: { c: 1 } } }
    assert.deepEqual(
      prepared({ modules }).message.modules.map(([name]) => name),
      ['a', 'b'],
    )
  })

  test('a list or a map that no program can run under is a failure of the run', () => {
    for (const request of [
      { providers: [{ name: 'not-a-name', tools: [] }] },
      { providers: [provider, provider] },
      { providers: [{ name: 'class', tools: [] }] },
      { providers: [{ name: '__dispatch', tools: [] }] },
      { modules: { a: '', './a': '' } },
      { modules: { a: 5 } },
    ]) {
      const answer = read({ code, ...request })
      assert.ok('failure' in answer && answer.failure !== '', inspect(request))
    }
  })
})
