// The dispatch codec on the host: what crosses, what does not, and what a hostile value can do.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  BINARY_TAG,
  decodeBase64,
  decodeBinaryValue,
  encodeBase64,
  encodeBinaryValue,
  parseForDispatch,
  stringifyForDispatch,
} from '@supolka/codemode-executor-protocol'
import fc from 'fast-check'

const tagged = (data: unknown, kind: unknown = 'Uint8Array'): Record<string, unknown> => ({
  [BINARY_TAG]: kind,
  data,
})
const roundTrip = (value: unknown): unknown => parseForDispatch(stringifyForDispatch(value) ?? '')

test('the examples of the dispatch grammar', () => {
  assert.equal(stringifyForDispatch(['ada', 3]), '["ada",3]')
  assert.equal(stringifyForDispatch({ customer: 'ada' }), '{"customer":"ada"}')
  assert.equal(
    stringifyForDispatch({ result: new Uint8Array([1, 2, 3, 255]) }),
    '{"result":{"__executor_binary_v1__":"Uint8Array","data":"AQID/w=="}}',
  )
  assert.equal(
    stringifyForDispatch({ result: new Uint16Array([1, 2]) }),
    '{"result":{"__executor_binary_v1__":"ArrayBufferView","data":"AQACAA=="}}',
  )
})

test('base64 equals the reference for every length around the chunk size', () => {
  const source = Uint8Array.from({ length: 7000 }, (_, index) => (index * 31) & 255)
  for (let length = 0; length < source.length; length += length < 80 ? 1 : 61) {
    const bytes = source.subarray(3, 3 + length)
    const text = encodeBase64(bytes)
    assert.equal(text, Buffer.from(bytes).toString('base64'))
    assert.deepEqual(decodeBase64(text), new Uint8Array(bytes))
  }
})

test('text that is not padded, canonical base64 is refused', () => {
  const refused =
    'A AA AAA AB== AAB= A=== ==== AAA=AAAA AA=A AAA- ___=  éAAA AAĀA AA=\n AA\nA'.split(' ')
  for (const text of [...refused, 'AA A', '    ', 'AAAA    ']) {
    if (text === '') continue
    assert.throws(() => decodeBase64(text), SyntaxError, JSON.stringify(text))
    assert.equal(decodeBinaryValue(tagged(text)), undefined)
  }
})

test('only a Uint8Array is base64-encoded', () => {
  const impostor = { length: 2, 0: 1, 1: 2, [Symbol.toStringTag]: 'Uint8Array' }
  assert.throws(() => encodeBase64(impostor as unknown as Uint8Array), TypeError)
})

test('each binary kind crosses under its tag, by the bytes it shows', () => {
  const buffer = new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7]).buffer
  const shared = new SharedArrayBuffer(2)
  new Uint8Array(shared).set([8, 9])
  const cases: Array<[value: unknown, kind: string, bytes: Array<number>]> = [
    [new Uint8Array(buffer, 1, 2), 'Uint8Array', [1, 2]],
    [Buffer.from([1, 2]), 'Uint8Array', [1, 2]],
    [buffer.slice(6), 'Uint8Array', [6, 7]],
    [shared, 'Uint8Array', [8, 9]],
    [new Uint8Array(shared), 'Uint8Array', [8, 9]],
    [new Uint8ClampedArray(buffer, 3, 1), 'ArrayBufferView', [3]],
    [new Uint16Array(buffer, 2, 1), 'ArrayBufferView', [2, 3]],
    [new DataView(buffer, 5), 'ArrayBufferView', [5, 6, 7]],
    [new BigInt64Array(1), 'ArrayBufferView', [0, 0, 0, 0, 0, 0, 0, 0]],
  ]
  for (const [value, kind, bytes] of cases) {
    assert.deepEqual(encodeBinaryValue(value), tagged(Buffer.from(bytes).toString('base64'), kind))
    assert.deepEqual(roundTrip({ nested: [value] }), { nested: [new Uint8Array(bytes)] })
    assert.deepEqual(roundTrip(value), new Uint8Array(bytes))
  }
})

test('what is not binary has no tagged form', () => {
  const values = [null, undefined, 1, 'AQID', [1], {}, new Map(), Object.create(null), () => 1]
  for (const value of [
    ...values,
    new Proxy(new Uint8Array(2), {}),
    Object.create(Uint8Array.prototype),
  ]) {
    assert.equal(encodeBinaryValue(value), undefined)
  }
})

test('kinds are told by brand, whatever a value says of itself', () => {
  class Liar extends Uint8Array {
    override get length(): never {
      throw new Error('length was asked')
    }
    override get buffer(): never {
      throw new Error('buffer was asked')
    }
    override get byteLength(): never {
      throw new Error('byteLength was asked')
    }
    override get [Symbol.toStringTag](): never {
      throw new Error('the tag was asked')
    }
  }
  const disguised = new ArrayBuffer(1)
  Object.setPrototypeOf(disguised, null)
  assert.deepEqual(encodeBinaryValue(new Liar([1, 2, 3])), tagged('AQID'))
  assert.deepEqual(encodeBinaryValue(disguised), tagged('AA=='))
})

test('a detached value has no bytes left', () => {
  const buffer = new ArrayBuffer(8)
  const values = [new Uint8Array(buffer), new Uint16Array(buffer), new DataView(buffer), buffer]
  structuredClone(buffer, { transfer: [buffer] })
  for (const value of values) assert.equal(encodeBinaryValue(value)?.data, '')
})

test('a value with toJSON is seen before it, and JSON still decides for everything else', () => {
  const when = new Date(0)
  const odd = Object.assign(new Uint8Array([1]), { toJSON: () => ({ replaced: true }) })
  assert.deepEqual(roundTrip([Buffer.from('hi'), odd]), [
    new Uint8Array([104, 105]),
    new Uint8Array([1]),
  ])
  assert.deepEqual(roundTrip({ toJSON: () => new Uint8Array([7]) }), new Uint8Array([7]))
  assert.equal(
    stringifyForDispatch({ when, list: [undefined, () => 1] }),
    JSON.stringify({ when, list: [null, null] }),
  )
  for (const value of [undefined, () => 1, Symbol('s')])
    assert.equal(stringifyForDispatch(value), undefined)
  assert.throws(() => stringifyForDispatch(1n), TypeError)
  assert.throws(() => stringifyForDispatch({ n: 1n }), TypeError)
})

test('JSON values round trip as JSON does, keys of Object.prototype and lone surrogates included', () => {
  const key = fc.oneof(
    fc.constantFrom(
      ...Object.getOwnPropertyNames(Object.prototype),
      'then',
      'toJSON',
      BINARY_TAG,
      'data',
    ),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\ud800', '\udfff\ud800', '\u2028'),
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      fc.jsonValue(),
      fc.constantFrom('\ud800', '\udc00x'),
      tie('list'),
      tie('record'),
    ),
    list: fc.array(tie('tree'), { maxLength: 4 }),
    record: fc
      .array(fc.tuple(key, tie('tree')), { maxLength: 4 })
      .map((entries) => entries.reduce(withOwn, {})),
  }))
  fc.assert(
    fc.property(tree, (value) => {
      const text = stringifyForDispatch(value)
      assert.equal(text, JSON.stringify(value))
      assert.deepEqual(parseForDispatch(text ?? ''), JSON.parse(text ?? ''))
    }),
    { numRuns: 300 },
  )
})

function withOwn(holder: object, [key, value]: [string, unknown]): object {
  return Object.defineProperty(holder, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  })
}

test('bytes come back as they went, wherever in a tree they are', () => {
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      fc.uint8Array(),
      fc.integer(),
      fc.string(),
      tie('list'),
      tie('record'),
    ),
    list: fc.array(tie('tree'), { maxLength: 4 }),
    record: fc
      .array(
        fc.tuple(
          fc.oneof(fc.constantFrom('__proto__', 'constructor', 'data'), fc.string()),
          tie('tree'),
        ),
        { maxLength: 4 },
      )
      .map((entries) => entries.reduce(withOwn, {})),
  }))
  fc.assert(
    fc.property(tree, (value) => assert.deepEqual(roundTrip(value), value)),
    { numRuns: 300 },
  )
})

test('bytes under a key named __proto__ stay an own property', () => {
  const value = parseForDispatch(`{"__proto__":{"${BINARY_TAG}":"Uint8Array","data":"AQ=="}}`)
  assert.deepEqual(Object.getOwnPropertyDescriptor(value, '__proto__')?.value, new Uint8Array([1]))
  assert.equal(Object.getPrototypeOf(value), Object.prototype)
})

test('a forged tag is not binary and never throws', () => {
  const forged = [
    tagged('not base64 !!!'),
    tagged('AQID', 'constructor'),
    tagged('AQID', '__proto__'),
    tagged(5),
    tagged('AQID', { toString: 1 }),
    { [BINARY_TAG]: 'Uint8Array' },
    { ...tagged('AQID'), more: 1 },
    ['Uint8Array', BINARY_TAG],
  ]
  assert.deepEqual(roundTrip(forged), forged)
  for (const value of forged) assert.equal(decodeBinaryValue(value), undefined)
  const throwing = Object.defineProperty(tagged('AQID'), 'data', {
    enumerable: true,
    get: () => {
      throw new Error('data was asked')
    },
  })
  const revoked = Proxy.revocable({}, {})
  revoked.revoke()
  for (const value of [throwing, revoked.proxy, Object.create(tagged('AQID')), null, 'AQID']) {
    assert.equal(decodeBinaryValue(value), undefined)
  }
})

test('an inherited tag makes nothing binary', () => {
  const { prototype } = Object
  Object.assign(prototype, tagged('AQID'))
  try {
    assert.equal(stringifyForDispatch({ a: 1 }), '{"a":1}')
    assert.equal(decodeBinaryValue({}), undefined)
    assert.ok(!(parseForDispatch(`{"a":{},"b":"${BINARY_TAG}"}`) instanceof Uint8Array))
  } finally {
    Reflect.deleteProperty(prototype, BINARY_TAG)
    Reflect.deleteProperty(prototype, 'data')
  }
})

test('a text a million levels deep is read without recursion', () => {
  const depth = 1e6
  const core = stringifyForDispatch(new Uint8Array([1])) ?? ''
  let value = parseForDispatch('['.repeat(depth) + core + ']'.repeat(depth))
  for (let level = 0; level < depth; level += 1) value = Array.isArray(value) ? value[0] : undefined
  assert.deepEqual(value, new Uint8Array([1]))
})
