import { deepEqual, equal, throws } from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readMessage } from '../src/message-shape.ts'
import { WrongMessage } from '../src/wrong-message.ts'

const read = (message: unknown): ReturnType<typeof readMessage> =>
  readMessage(JSON.stringify(message))
const refused = (message: unknown, text: RegExp): void =>
  throws(
    () => read(message),
    (error) => error instanceof WrongMessage && text.test(error.message),
  )

const call = (...args: Array<unknown>): unknown => ['push', ['pipeline', 0, ['execute'], args]]

suite('a message is read as', () => {
  test('a call, with its values and those inside them counted', () => {
    deepEqual(read(call()), { kind: 'call', content: call(), values: 0 })
    const args = ['code', [[1, 2]], { a: { b: null } }, ['export', -1]]
    const { kind, content, values } = read(call(...args)) as {
      kind: string
      content: unknown
      values: number
    }
    deepEqual({ kind, content, values }, { kind: 'call', content: call(...args), values: 8 })
  })

  test('a pull, a release, an answer, an abort', () => {
    deepEqual(read(['pull', 3]), { kind: 'pull', content: ['pull', 3], id: 3 })
    deepEqual(read(['release', 3, 1]), { kind: 'release', content: ['release', 3, 1], id: 3 })
    deepEqual(read(['resolve', 3, 'a']), { kind: 'answer', content: ['resolve', 3, 'a'], id: 3 })
    const thrown = ['reject', 3, ['error', 'Error', 'a', null, { code: 1 }]]
    deepEqual(read(thrown), { kind: 'answer', content: thrown, id: 3 })
    deepEqual(read(['abort', ['error', 'Error', 'a']]), { kind: 'abort' })
  })

  test('what it stands for, however it is spelled', () => {
    const spelled = ' ["\\u0070ull" , 1.0e1 ] '
    deepEqual(readMessage(spelled), { kind: 'pull', content: ['pull', 10], id: 10 })
  })
})

suite('a message is refused that', () => {
  test('is no message of this protocol', () => {
    throws(() => readMessage('['), { message: 'The message is not JSON.' })
    refused({ 0: 'pull', 1: 1, length: 2 }, /not a list/v)
    for (const message of [[], ['pipe'], ['stream', 1], [['pull'], 1], [1], ['toString', 1]]) {
      refused(message, /of no kind/v)
    }
  })

  test('calls anything but a method of the main object', () => {
    const expressions = [
      ['pipeline', 0, ['execute']],
      ['pipeline', 1, ['execute'], []],
      ['pipeline', 0, [], []],
      ['pipeline', 0, ['a', 'b'], []],
      ['pipeline', 0, [1], []],
      ['pipeline', 0, ['a'], [], []],
      ['import', 0, ['a'], []],
      ['remap', 0, [], [], []],
    ]
    for (const expression of expressions) refused(['push', expression], /^Only methods/v)
    refused(['push', ['pipeline', 0, ['a'], []], 1], /^Only methods/v)
    refused(['push', 1], /not a list/v)
    refused(['push'], /not a list/v)
  })

  test('names a call by what is no number of one', () => {
    for (const id of [0, -1, 0.5, 2 ** 53, '1', null, [1]]) {
      for (const message of [
        ['pull', id],
        ['release', id, 1],
        ['resolve', id, 1],
        ['reject', id, 1],
      ]) {
        refused(message, /names no call/v)
      }
    }
    refused(['pull'], /names no call/v)
    refused(['pull', 1, 1], /names no call/v)
    refused(['resolve', 1], /names no call/v)
    refused(['resolve', 1, 1, 1], /names no call/v)
  })

  test('releases any count but one', () => {
    for (const count of [0, -1, 2, 0.5, '1', null])
      refused(['release', 1, count], /once, and whole/v)
  })

  test('lends in an answer, or lends too much in a call', () => {
    refused(['resolve', 1, ['export', -1]], /lends no functions/v)
    refused(['reject', 1, { a: ['export', -1] }], /lends no functions/v)
    const four = [-1, -2, -3, -4].map((id) => ['export', id])
    equal(read(call(...four)).kind, 'call')
    refused(call(...four, ['export', -5]), /lends 5 functions, and 4 is the most/v)
  })

  test('is large and holds more than 100,000 values', () => {
    const long = 'x'.repeat(65_536)
    // Four brackets and one comma stand around and between.
    const zeros = (count: number): unknown => call(long, [Array.from({ length: count }, () => 0)])
    equal(read(zeros(99_000)).kind, 'call')
    refused(zeros(100_001), /holds more than 100000 values/v)
  })
})
