/* oxlint-disable no-sparse-arrays, unicorn/no-new-array, typescript/no-extraneous-class -- values like these are what is tested */

import { deepStrictEqual, equal, match, ok, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { assert as assertProperty, anything, property } from 'fast-check'
import { decodeClone, encodeClone } from '../../src/guest/values/clone.ts'

const options = { stacks: true, limit: 1e9 }

function cross<Value>(value: Value): Value {
  const { text, refusal } = encodeClone(value, options)
  equal(refusal, undefined)

  return decodeClone(JSON.parse(`{${text}}`)) as Value
}

function refusalOf(value: unknown): string {
  const { refusal } = encodeClone(value, options)

  return `${refusal?.path} ${refusal?.what}`
}

test('every kind that a structured clone carries comes back as the structured clone has it', () => {
  const values: Array<unknown> = [
    undefined,
    null,
    true,
    '',
    'x\u2028\ud800"\\',
    0,
    -0,
    1.5,
    NaN,
    -Infinity,
    12n,
    -(2n ** 70n),
    0n,
    [],
    [undefined],
    [[-0]],
    {},
    { a: undefined, b: { c: [1] } },
    { '=': 1, '#': 2 },
    new Date(0),
    new Date(NaN),
    /a\/b/giu,
    new Map([[{ a: 1 }, new Set([1n])]]),
    new Set(),
    new Uint8Array([1, 2, 255]),
    new Float64Array([1.5, -0]),
    new BigInt64Array([-1n]),
    new Uint8ClampedArray(3),
    new ArrayBuffer(5),
    new DataView(new ArrayBuffer(3)),
    Object(1),
    Object('boxed'),
    Object(false),
    Object(7n),
    Object.assign([1, , 3], { extra: 1 }),
    new Array(5),
    [new Error('plain'), new RangeError('far', { cause: { deep: [new TypeError()] } })],
    new (class Point {
      x = 1
      #hidden = 2
      get y() {
        return this.#hidden
      }
    })(),
  ]
  for (const value of values) deepStrictEqual(cross(value), structuredClone(value))
})

test('whatever fast-check can think of comes back as the structured clone has it', () => {
  const any = anything({
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withSparseArray: true,
    withTypedArray: true,
  })
  assertProperty(
    property(any, (value) => deepStrictEqual(cross(value), structuredClone(value))),
    { numRuns: 300 },
  )
})

test('cycles and shared objects stay what they are', () => {
  const shared = { n: 1 }
  const value: Record<string, unknown> = { one: shared, two: shared, map: new Map(), list: [] }
  value['self'] = value
  ;(value['map'] as Map<unknown, unknown>).set(value, value['list'])
  ;(value['list'] as Array<unknown>).push(value['list'], new Error('x', { cause: value }))
  const copy = cross(value)
  equal(copy['self'], copy)
  equal(copy['one'], copy['two'])
  equal((copy['map'] as Map<unknown, unknown>).get(copy), copy['list'])
  equal(((copy['list'] as Array<Error>)[1] as Error).cause, copy)
})

test('an own member called __proto__ stays a member', () => {
  const copy = cross(JSON.parse('{"__proto__":{"a":1},"u":null}') as object)
  ok(Object.hasOwn(copy, '__proto__'))
  const graph = cross(
    Object.defineProperty({ u: undefined }, '__proto__', { value: 1, enumerable: true }),
  )
  equal(Object.getOwnPropertyDescriptor(graph, '__proto__')?.value, 1)
})

test('depth is no limit', () => {
  let value: unknown = -0
  for (let level = 0; level < 50_000; level += 1) value = level % 2 === 0 ? [value] : { v: value }
  let depth = 0
  for (let at = cross(value); typeof at === 'object'; depth += 1)
    at = Object.values(at as object)[0]
  equal(depth, 50_000)
})

test('errors keep their class, message, cause, and a name of their own', () => {
  class ApiError extends Error {
    override name = 'ApiError'
  }
  const copy = cross(new ApiError('down', { cause: 7 }))
  ok(copy instanceof Error)
  deepStrictEqual([copy.name, copy.message, copy.cause], ['ApiError', 'down', 7])
  ok(cross(new TypeError('x')) instanceof TypeError)
})

test("a host's own stacks stay at home", () => {
  const { text } = encodeClone(new Error('x'), { stacks: false, limit: 1e9 })
  ok(text !== undefined && !text.includes('clone.test'))
  const copy = decodeClone(JSON.parse(`{${text}}`)) as Error
  equal(copy.stack, 'Error: x')
})

test('a view crosses with the bytes that it shows, and not with its pool', () => {
  const pool = new Uint8Array([1, 2, 3, 4]).buffer
  const copy = cross(new Uint8Array(pool, 1, 2))
  deepStrictEqual([...copy], [2, 3])
  equal(copy.buffer.byteLength, 2)
})

test('what cannot cross is named, with its place', () => {
  equal(
    refusalOf(() => 1),
    ' a function',
  )
  equal(refusalOf({ list: [1, { load() {} }] }), '.list[1].load a function "load"')
  equal(refusalOf({ 'a b': Symbol('s') }), '["a b"] a symbol')
  equal(refusalOf([Promise.resolve()]), '[0] a value of the class Promise')
  equal(refusalOf(new Map([[1, new WeakMap()]])), '.entry(0) a value of the class WeakMap')
  equal(refusalOf(new URL('http://a')), ' a value of the class URL')
  equal(refusalOf(new SharedArrayBuffer(1)), ' a value of the class SharedArrayBuffer')
  equal(refusalOf(class A {}), ' a class "A"')
  match(
    refusalOf({
      get bad(): never {
        throw new Error('x')
      },
    }),
    /throws when it is read/,
  )
})

test('a forged graph is refused, and harms nothing', () => {
  const forged = [
    'null',
    '1',
    '{}',
    '{"#":1}',
    '{"#":[]}',
    '{"#":[1]}',
    '{"#":[1,2]}',
    '{"#":[1,[2]]}',
    '{"#":[1,[[]]]}',
    '{"#":[[0],[]]}',
    '{"#":[[1],[["o"]]]}',
    '{"#":[[-1],[["o"]]]}',
    '{"#":[[0.5],[["o"]]]}',
    '{"#":[["q"],[]]}',
    '{"#":[["b","x"],[]]}',
    '{"#":[["b","1n"],[]]}',
    '{"#":[["b"],[]]}',
    '{"#":[{},[]]}',
    '{"#":[[0],[["z"]]]}',
    '{"#":[[0],[["o",1,2]]]}',
    '{"#":[[0],[["o","a",{}]]]}',
    '{"#":[[0],[["s",-1]]]}',
    '{"#":[[0],[["s",1.5]]]}',
    '{"#":[[0],[["s","4"]]]}',
    '{"#":[[0],[["s",1e99]]]}',
    '{"#":[[0],[["r","("," "]]]}',
    '{"#":[[0],[["x","Array",""]]]}',
    '{"#":[[0],[["x","Uint8Array","*"]]]}',
    '{"#":[[0],[["x","__proto__",""]]]}',
    '{"#":[[0],[["x","Int32Array","AQ=="]]]}',
    '{"#":[[0],[["d","x"]]]}',
    '{"#":[[0],[["__proto__"]]]}',
    '{"#":[[0],[["toString"]]]}',
    '{"#":[["toString"],[]]}',
  ]
  for (const text of forged) {
    throws(() => decodeClone(Object(JSON.parse(text)) as object), /./, text)
  }
})
