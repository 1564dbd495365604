import { deepEqual, equal, throws } from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readCall, type ReceivedCall } from '../src/read-call.ts'

const { signal } = new AbortController()
const lent = (): never => {
  throw new Error('A lent function was called.')
}

/** What a peer may send in the place of any part of a call. */
type Changes = { [Name in keyof ReceivedCall]?: unknown }

const read = (changes: Changes = {}, nativeOutbound = true): object => {
  const usual = { code: 'async () => 1', providers: [], options: {}, dispatch: null }
  const call: Changes = { ...usual, outboundMode: 'native', outbound: undefined, ...changes }

  return readCall(call as ReceivedCall, { nativeOutbound, signal })
}

suite('a call becomes a request', () => {
  test('with what it says and nothing else', () => {
    const options = {
      timeout: 5,
      countHostWaits: true,
      retainHandles: false,
      nested: true,
      signal: lent,
      onLog: lent,
      outbound: lent,
      workers: 100,
    }
    deepEqual(read({ options, dispatch: lent }), {
      code: 'async () => 1',
      providers: [],
      timeout: 5,
      countHostWaits: true,
      retainHandles: false,
      onLog: lent,
      signal,
      dispatch: lent,
    })
  })

  test('without a dispatch where it is null', () => {
    equal('dispatch' in read(), false)
  })

  test('with its modules, whatever they are called, the last of two equal names', () => {
    const modules = [
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['x', 'c'],
      ['x', 'd'],
    ]
    const { modules: map } = read({ options: { modules } }) as { modules: object }
    deepEqual(Object.entries(map), [
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['x', 'd'],
    ])
    equal(Object.getPrototypeOf(map), Object.prototype)
  })
})

suite('the outbound mode', () => {
  test('decides who fetches', () => {
    equal('outbound' in read({ outboundMode: 'native', outbound: lent }), false)
    deepEqual(Reflect.get(read({ outboundMode: 'disabled', outbound: lent }), 'outbound'), null)
    equal(Reflect.get(read({ outboundMode: 'stub', outbound: lent }), 'outbound'), lent)
  })

  test('is no network where the operator vetoed it, and the function of the caller all the same', () => {
    equal(Reflect.get(read({ outboundMode: 'native' }, false), 'outbound'), null)
    equal(Reflect.get(read({ outboundMode: 'stub', outbound: lent }, false), 'outbound'), lent)
  })

  test('is a mismatch when it is unknown, or lacks what it needs', () => {
    const mismatch = { code: 'PROTOCOL_MISMATCH', retryable: false }
    for (const outboundMode of ['', 'Native', '__proto__', undefined, null, 1, {}, lent]) {
      throws(() => read({ outboundMode }), mismatch)
    }
    for (const outbound of [undefined, null, 'f', {}]) {
      throws(() => read({ outboundMode: 'stub', outbound }), mismatch)
    }
    throws(() => read({ outboundMode: 'x'.repeat(1_000_000) }), /"x{40}" is none of/v)
  })
})

suite('an argument that is not what the contract says is a TypeError that names it:', () => {
  const wrong: Array<[name: string, changes: Changes]> = [
    ['argument "code"', { code: 1 }],
    ['argument "code"', { code: lent }],
    ['argument "providers"', { providers: undefined }],
    ['argument "providers"', { providers: lent }],
    ['argument "options"', { options: null }],
    ['argument "options"', { options: [] }],
    ['argument "options"', { options: lent }],
    ['argument "dispatch"', { dispatch: undefined }],
    ['argument "dispatch"', { dispatch: {} }],
    ['option "nested"', { options: { nested: 1 } }],
    ['option "nested"', { options: { nested: lent } }],
    ['option "signal"', { options: { signal: true } }],
    ['option "onLog"', { options: { onLog: 'x' } }],
    ['option "modules"', { options: { modules: {} } }],
    ['option "modules"', { options: { modules: lent } }],
    ['option "modules"', { options: { modules: [['a']] } }],
    ['option "modules"', { options: { modules: [['a', lent]] } }],
    ['option "modules"', { options: { modules: [['a', 'b', 'c']] } }],
  ]
  for (const [index, [name, changes]] of wrong.entries()) {
    test(`${name}, ${index + 1}`, () => {
      throws(
        () => read(changes),
        (error) => error instanceof TypeError && error.message.includes(`The ${name} must be`),
      )
    })
  }
})
