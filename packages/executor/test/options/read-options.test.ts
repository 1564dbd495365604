import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { suite, test } from 'node:test'
import { inspect } from 'node:util'
import { readOptions, type Settings } from '../../src/options.ts'

const MAX_SUPPORTED_TIMEOUT = 2_147_483_647

type Fault = typeof TypeError | typeof RangeError
type Wrong = [value: unknown, fault: Fault, expected: string, came: string]

const read = (options: unknown): Settings => Reflect.apply(readOptions, undefined, [options])

const above0 = (orNull = ''): Array<Wrong> => [
  ['5', TypeError, `a number above 0${orNull}`, 'the string "5"'],
  [5n, TypeError, `a number above 0${orNull}`, 'a value of type bigint'],
  [0, RangeError, `a number above 0${orNull}`, '0'],
  [-1, RangeError, `a number above 0${orNull}`, '-1'],
  [NaN, RangeError, `a number above 0${orNull}`, 'NaN'],
]
const wholeFrom = (least: number): Array<Wrong> => [
  [String(least), TypeError, `a whole number of at least ${least}`, `the string "${least}"`],
  [null, TypeError, `a whole number of at least ${least}`, 'null'],
  [least - 1, RangeError, `a whole number of at least ${least}`, String(least - 1)],
  [least + 0.5, RangeError, `a whole number of at least ${least}`, String(least + 0.5)],
  [Infinity, RangeError, `a whole number of at least ${least}`, 'Infinity'],
  [NaN, RangeError, `a whole number of at least ${least}`, 'NaN'],
]
const REPLICA = '1 to 253 letters, digits, dots, dashes, underscores or colons'
const record: Array<Wrong> = [
  [[], TypeError, 'an object', 'an array'],
  [null, TypeError, 'an object', 'null'],
  ['x', TypeError, 'an object', 'the string "x"'],
]

const wrong: Record<string, Array<Wrong>> = {
  timeout: above0(' or null'),
  memoryLimit: wholeFrom(8),
  countHostWaits: [
    [1, TypeError, 'a boolean', '1'],
    ['true', TypeError, 'a boolean', 'the string "true"'],
    [null, TypeError, 'a boolean', 'null'],
  ],
  outbound: [
    [{}, TypeError, 'a function', 'a value of type object'],
    [false, TypeError, 'a function', 'false'],
  ],
  modules: record,
  workers: wholeFrom(1),
  queueLimit: wholeFrom(0),
  handlesIdleTimeout: [...above0(), [null, TypeError, 'a number above 0', 'null']],
  outboundPolicy: record,
  start: [
    ['soon', TypeError, 'one of "lazy", "eager"', 'the string "soon"'],
    [true, TypeError, 'one of "lazy", "eager"', 'true'],
  ],
  runsPerWorker: wholeFrom(1),
  execArgv: [
    ['--flag', TypeError, 'strings only', 'the string "--flag"'],
    [['--flag', 1], TypeError, 'strings only', 'an array'],
  ],
  maxOccupancy: above0(),
  maxTimeout: above0(),
  replica: [
    ['', TypeError, REPLICA, 'the string ""'],
    ['a b', TypeError, REPLICA, 'the string "a b"'],
    ['a\n', TypeError, REPLICA, 'the string "a\\n"'],
    ['ä', TypeError, REPLICA, 'the string "ä"'],
    ['a/b', TypeError, REPLICA, 'the string "a/b"'],
    ['x'.repeat(254), TypeError, REPLICA, `the string "${'x'.repeat(40)}"`],
    [5, TypeError, REPLICA, '5'],
    [null, TypeError, REPLICA, 'null'],
  ],
  observer: [...record, [() => 1, TypeError, 'an object', 'a value of type function']],
}

suite('a wrong option', () => {
  for (const [name, cases] of Object.entries(wrong)) {
    for (const [value, Fault, expected, came] of cases) {
      test(`${name}: ${inspect(value)} is refused by name, with what was expected and what came`, () => {
        assert.throws(
          () => read({ [name]: value }),
          (error: unknown) => {
            assert.ok(error instanceof Fault, String(error))
            assert.equal(
              error.message,
              `The option "${name}" must be ${expected}, and ${came} came.`,
            )

            return true
          },
        )
      })
    }
  }

  test('execPath that is no text is refused by name', () => {
    assert.throws(() => read({ execPath: 5 }), /^TypeError: The option "execPath" must be a string/)
  })

  test('an unknown option is refused by name, those of Object.prototype too', () => {
    for (const name of ['memoryLimits', 'toString', 'constructor', '']) {
      assert.throws(() => read({ [name]: undefined }), {
        name: 'TypeError',
        message: `Unknown option "${name}".`,
      })
    }
    assert.throws(() => read(JSON.parse('{"__proto__":1}')), /Unknown option "__proto__"/)
  })

  test('options that are no object are refused', () => {
    for (const options of [null, 'fast', 5, []]) {
      assert.throws(
        () => read(options),
        /^TypeError: The options must be an object, and .* came\.$/,
      )
    }
  })

  test('a long text is not repeated whole', () => {
    assert.throws(
      () => read({ start: 'x'.repeat(10_000) }),
      (error: unknown) => error instanceof TypeError && error.message.length < 200,
    )
  })
})

suite('readOptions', () => {
  test('fills in every default', () => {
    const defaults: Partial<Settings> = {
      timeout: 60_000,
      memoryLimit: 128,
      countHostWaits: false,
      outbound: undefined,
      modules: {},
      workers: availableParallelism(),
      queueLimit: 1_000,
      handlesIdleTimeout: 300_000,
      outboundPolicy: undefined,
      start: 'lazy',
      runsPerWorker: 500,
      execPath: process.execPath,
      execArgv: [],
      maxOccupancy: undefined,
      maxTimeout: MAX_SUPPORTED_TIMEOUT,
      replica: undefined,
      observer: undefined,
    }
    assert.partialDeepStrictEqual(readOptions(), defaults)
    assert.deepEqual(readOptions({}), readOptions())
  })

  test('an undefined option reads the same as an absent one', () => {
    const names = Object.keys(readOptions())
    const options = Object.fromEntries(names.map((name) => [name, undefined]))
    assert.deepEqual(readOptions(options), readOptions())
  })

  test('takes what is given, the least value of each included', () => {
    const options = {
      timeout: 0.5,
      memoryLimit: 8,
      countHostWaits: true,
      outbound: null,
      modules: { a: 'export default 1' },
      workers: 1,
      queueLimit: 0,
      handlesIdleTimeout: 1,
      outboundPolicy: { allowPrivateAddresses: true },
      start: 'eager',
      runsPerWorker: 1,
      execPath: '/node',
      execArgv: ['--flag'],
      maxOccupancy: 1,
      maxTimeout: 10,
      replica: 'a',
      observer: {},
    } as const
    assert.partialDeepStrictEqual(readOptions({ ...options, execArgv: ['--flag'] }), options)
  })

  test('a replica may be any name of a host, with a port', () => {
    for (const replica of ['replica-0', '10.0.0.1:8080', 'Pod_1.executor.svc', 'x'.repeat(253)]) {
      assert.equal(readOptions({ replica }).replica, replica)
    }
  })

  test('a null timeout is lifted to the largest there is', () => {
    assert.equal(readOptions({ timeout: null }).timeout, MAX_SUPPORTED_TIMEOUT)
    assert.equal(readOptions({ timeout: null, maxTimeout: 500 }).timeout, 500)
  })

  test('no timeout is above the largest one, nor above what a timer takes', () => {
    assert.equal(readOptions({ timeout: 900, maxTimeout: 500 }).timeout, 500)
    assert.equal(readOptions({ maxTimeout: 500 }).timeout, 500)
    assert.equal(readOptions({ timeout: Infinity }).timeout, MAX_SUPPORTED_TIMEOUT)
    assert.deepEqual(
      [
        readOptions({ maxTimeout: Infinity }).maxTimeout,
        readOptions({ maxTimeout: 1e12 }).maxTimeout,
      ],
      [MAX_SUPPORTED_TIMEOUT, MAX_SUPPORTED_TIMEOUT],
    )
  })
})
