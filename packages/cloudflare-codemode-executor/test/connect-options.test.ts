import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { inspect } from 'node:util'
import { MAX_SUPPORTED_TIMEOUT } from '@supolka/codemode-executor-protocol'
import { readConnectOptions, type ConnectSettings } from '../src/connect-options.ts'

type Fault = typeof TypeError | typeof RangeError
type Wrong = [value: unknown, fault: Fault, expected: string, came: string]

const read = (options: unknown): ConnectSettings =>
  Reflect.apply(readConnectOptions, undefined, [options])

const delay: Array<Wrong> = [
  ['5', TypeError, 'a number above 0', 'the string "5"'],
  [null, TypeError, 'a number above 0', 'null'],
  [5n, TypeError, 'a number above 0', 'a value of type bigint'],
  [0, RangeError, 'a number above 0', '0'],
  [-1, RangeError, 'a number above 0', '-1'],
  [NaN, RangeError, 'a number above 0', 'NaN'],
]

const wrong: Record<string, Array<Wrong>> = {
  token: [
    [5, TypeError, 'a string', '5'],
    [null, TypeError, 'a string', 'null'],
    [['a'], TypeError, 'a string', 'an array'],
  ],
  openSocket: [
    [{}, TypeError, 'a function', 'a value of type object'],
    ['ws', TypeError, 'a function', 'the string "ws"'],
    [null, TypeError, 'a function', 'null'],
  ],
  connectTimeout: delay,
  keepaliveInterval: delay,
  keepaliveTimeout: delay,
  minReconnectDelay: delay,
  maxReconnectDelay: delay,
}

suite('a wrong option', () => {
  for (const [name, cases] of Object.entries(wrong)) {
    for (const [value, Expected, expected, came] of cases) {
      test(`${name}: ${inspect(value)} is refused by name, with what was expected and what came`, () => {
        assert.throws(() => read({ [name]: value }), {
          name: Expected.name,
          message: `The option "${name}" must be ${expected}, and ${came} came.`,
        })
      })
    }
  }

  test('an unknown one is refused, also by a name that every object has', () => {
    for (const name of ['timeout', 'Token', 'toString', 'constructor']) {
      assert.throws(() => read({ [name]: 1 }), {
        name: 'TypeError',
        message: `Unknown option "${name}".`,
      })
    }
  })

  test('options that are no object are refused', () => {
    for (const options of [null, 'ws', 5, []]) {
      assert.throws(() => read(options), {
        name: 'TypeError',
        message: /^The options must be an object, and /,
      })
    }
  })
})

suite('options that are left out', () => {
  test('have defaults, and undefined is left out as well', () => {
    const { openSocket, ...rest } = read(undefined)
    assert.equal(typeof openSocket, 'function')
    assert.deepEqual(rest, {
      token: undefined,
      connectTimeout: 10_000,
      keepaliveInterval: 15_000,
      keepaliveTimeout: 10_000,
      minReconnectDelay: 100,
      maxReconnectDelay: 5_000,
    })
    const undefinedOnes = Object.fromEntries(Object.keys(wrong).map((name) => [name, undefined]))
    assert.deepEqual({ ...read(undefinedOnes), openSocket }, { ...rest, openSocket })
  })
})

suite('options that are given', () => {
  test('are taken as they are', () => {
    const given = {
      token: 'secret',
      openSocket: () => new WebSocket('ws://127.0.0.1:1/'),
      connectTimeout: 1,
      keepaliveInterval: 2,
      keepaliveTimeout: 3,
      minReconnectDelay: 4.5,
      maxReconnectDelay: 5,
    }
    assert.deepEqual(read(given), given)
  })

  test('are cut to the longest delay that a timer takes', () => {
    const { connectTimeout, maxReconnectDelay } = read({
      connectTimeout: Infinity,
      maxReconnectDelay: MAX_SUPPORTED_TIMEOUT + 1,
    })
    assert.deepEqual(
      [connectTimeout, maxReconnectDelay],
      [MAX_SUPPORTED_TIMEOUT, MAX_SUPPORTED_TIMEOUT],
    )
  })

  test('never make the longest pause shorter than the first one', () => {
    const { minReconnectDelay, maxReconnectDelay } = read({
      minReconnectDelay: 9_000,
    })
    assert.deepEqual([minReconnectDelay, maxReconnectDelay], [9_000, 9_000])
  })
})
