import { deepEqual, throws } from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { tallyValues } from '../src/message-values.ts'
import { WrongMessage } from '../src/wrong-message.ts'

const refused = (value: unknown, text: RegExp): void =>
  throws(
    () => tallyValues([value]),
    (error) => error instanceof WrongMessage && text.test(error.message),
  )

/** A value as capnweb writes it, and how many values that is. */
type Written = { written: unknown; values: number }

const sum = (parts: Array<Written>): number =>
  parts.reduce((total, { values }) => total + values, 1)

const { value } = fc.letrec<{ value: Written }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc
      .oneof(fc.string(), fc.integer(), fc.constantFrom(null, true))
      .map((written) => ({ written, values: 1 })),
    fc.constantFrom<Written>(
      { written: ['undefined'], values: 1 },
      { written: ['inf'], values: 1 },
      { written: ['bytes', 'AA', 'ArrayBuffer'], values: 1 },
      { written: ['date', 0], values: 1 },
    ),
    fc.array(tie('value'), { maxLength: 5 }).map((parts) => ({
      written: [parts.map(({ written }) => written)],
      values: sum(parts),
    })),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 5 }).map((members) => ({
      written: Object.fromEntries(
        Object.entries(members).map(([key, { written }]) => [key, written]),
      ),
      values: sum(Object.values(members)),
    })),
  ),
}))

test('every value is counted once, containers included', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 6 }), (args) => {
      const { values, stubs } = tallyValues(args.map(({ written }) => written))
      deepEqual({ values, stubs }, { values: sum(args) - 1, stubs: 0 })
    }),
    { numRuns: 1_000 },
  )
})

test('lent functions are counted wherever they stand', () => {
  const args = [
    ['export', -1],
    { a: [[['export', -2]]] },
    ['error', 'Error', '', null, { b: ['export', -1] }],
  ]
  deepEqual(tallyValues(args).stubs, 3)
})

/** Lists and objects in turn, one in the other. */
function nested(depth: number): unknown {
  let inner: unknown = 1
  for (let level = 0; level < depth; level += 1) {
    inner = level % 2 === 0 ? { a: inner } : [[inner]]
  }

  return inner
}

suite('a value is refused that', () => {
  test('is of a kind that is no data', () => {
    const kinds = [
      'import',
      'pipeline',
      'promise',
      'remap',
      'writable',
      'readable',
      'blob',
      'request',
    ]
    for (const kind of [...kinds, 'response', 'headers', 'other', 'toString', '__proto__']) {
      refused([kind, 1], /of a kind/v)
    }
    for (const notOne of [[], [1, 2], [{}], [null], [[], []]]) refused(notOne, /of a kind/v)
  })

  test('has parts that its kind has not', () => {
    for (const wrong of [
      ['bytes', []],
      ['date', {}],
      ['bigint', '1', 2, 3],
    ])
      refused(wrong, /wrong parts/v)
    const errors = [[], ['Error'], [1, ''], ['Error', 1], ['Error', '', {}], ['Error', '', null, 1]]
    for (const parts of [...errors, ['Error', '', null, {}, 1]]) {
      refused(['error', ...parts], /error with wrong parts/v)
    }
    for (const id of [0, 1, -0.5, '-1', null]) refused(['export', id], /number that is none/v)
  })

  test('is nested deeper than 64 levels', () => {
    deepEqual(tallyValues([nested(64)]), { values: 65, stubs: 0 })
    refused(nested(65), /deeper than 64/v)
    refused(nested(5_000), /deeper than 64/v)
  })
})
