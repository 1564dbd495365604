/* oxlint-disable no-sparse-arrays, typescript/no-extraneous-class -- values like these are what is tested */

import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { assert as assertProperty, jsonValue, property } from 'fast-check'
import { runInNewContext } from 'node:vm'
import { writeLossless } from '../../src/guest/values/lossless.ts'
import { jsonTransit } from '../../src/core/transit.ts'

const isPlain = (prototype: object | null): boolean =>
  prototype === Object.prototype || prototype === null

const write = (value: unknown, rest: { mayRepeat?: boolean; limit?: number } = {}): unknown => {
  const written = writeLossless(value, { isPlain, mayRepeat: true, limit: 1e9, ...rest })

  return written.text ?? written.refusal ?? 'over'
}

const read = (text: string): unknown => jsonTransit.decode(JSON.parse(text), text)

test('JSON values are written as JSON.stringify writes them', () => {
  assertProperty(
    property(jsonValue({ noUnicodeString: false }), (generated) => {
      // JSON has no -0, so a value that has been through it holds none.
      const text = JSON.stringify(generated)
      equal(write(JSON.parse(text)), text)
    }),
  )
  equal(write('\ud800\u2028"'), JSON.stringify('\ud800\u2028"'))
  equal(write(JSON.parse('{"__proto__":1}')), '{"__proto__":1}')
  equal(write(Object.assign(Object.create(null), { a: [] })), '{"a":[]}')
})

test('the first thing that JSON would lose is named, with its place', () => {
  const shared = {}
  const cycle: Array<unknown> = []
  cycle.push([cycle])
  const cases: Array<[unknown, string, string]> = [
    [undefined, '', 'undefined'],
    [{ a: [1, undefined] }, '.a[1]', 'undefined'],
    [[-0], '[0]', '-0'],
    [{ n: NaN }, '.n', 'NaN'],
    [[1n], '[0]', 'a BigInt'],
    [[1, , 2], '', 'an array with holes or extra properties'],
    [Object.assign([1], { x: 1 }), '', 'an array with holes or extra properties'],
    [{ [Symbol.iterator]: 1 }, '', 'an object that is not plain'],
    [new (class Point {})(), '', 'an instance of Point'],
    [{ when: new Date() }, '.when', 'a value of the class Date'],
    [cycle, '[0][0]', 'a circular reference'],
  ]
  for (const [value, path, what] of cases) deepEqual(write(value), { what, path })
  equal(write([shared, shared]), '[{},{}]')
  deepEqual(write([shared, shared], { mayRepeat: false }), {
    what: 'a repeated reference',
    path: '[1]',
  })
})

test('each slot is read once, and no toJSON is called', () => {
  let reads = 0
  const value = {
    get a() {
      reads += 1
      return reads
    },
  }
  equal(write(value), '{"a":1}')
  // oxlint-disable-next-line no-extend-native -- what a program may do
  Object.defineProperty(Object.prototype, 'toJSON', { value: () => 'never', configurable: true })
  try {
    equal(write({ b: [1] }), '{"b":[1]}')
  } finally {
    Reflect.deleteProperty(Object.prototype, 'toJSON')
  }
})

test('a shared object that doubles at each level stops at the limit', () => {
  let value: unknown = 'x'
  for (let level = 0; level < 100; level += 1) value = [value, value]
  equal(write(value, { limit: 10_000 }), 'over')
})

test('depth is no limit', () => {
  let value: unknown = []
  for (let level = 0; level < 100_000; level += 1) value = [value]
  equal(String(write(value)).length, 200_002)
})

test("a host's plain objects may be of another realm, and imitations are refused", () => {
  equal(jsonTransit.encodeResolution(runInNewContext('({ a: [{}] })')), '"=":{"a":[{}]}')
  const imitation = Object.create(
    Object.assign(Object.create(null), { constructor: class Object {} }),
  )
  let text = ''
  try {
    jsonTransit.encodeResolution(imitation)
  } catch (failure) {
    text = String(failure)
  }
  equal(text, 'TypeError: binding resolution must be lossless JSON')
})

test('a forged payload with numbers that no JSON value has is refused', () => {
  equal(read('{"=":1e2}'), 100)
  deepEqual(read('{"=":"-0 1e5"}'), '-0 1e5')
  for (const text of ['{"=":-0}', '{"=":[1e999]}']) {
    let refusal = ''
    try {
      read(text)
    } catch (failure) {
      refusal = String(failure)
    }
    equal(refusal, 'TypeError: binding arguments must be lossless JSON')
  }
})
