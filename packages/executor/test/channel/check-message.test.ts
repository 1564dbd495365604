import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { checkMessage } from '../../src/channel/check-message.ts'
import type { ToHost } from '../../src/channel/messages.ts'

const headers: Array<[string, string]> = [
  ['a', 'b'],
  ['a', ''],
]

/** One of each type; a new type does not compile until it is here. */
const samples: { [Type in ToHost['type']]: Extract<ToHost, { type: Type }> } = {
  ready: { type: 'ready', node: '24.0.0', v8: '13', isolatedVm: '7.0.1' },
  log: { type: 'log', level: 'warn', text: '' },
  call: { type: 'call', id: 0, provider: 'tools', tool: 'a' },
  request: { type: 'request', id: 1, method: 'GET', url: '', headers, hasBody: false },
  cancel: { type: 'cancel', id: Number.MAX_SAFE_INTEGER },
  clock: { type: 'clock', invocation: 0, spentMs: 0.5, guestMs: 0.25, heapBytes: 4096 },
  done: { type: 'done', outcome: 'value', error: '', isMeasured: false, guestMs: 0, heapBytes: 0 },
  used: { type: 'used', guestMs: 0, heapBytes: 1 },
  invoked: { type: 'invoked', id: 3, status: 200, statusText: '', headers: [] },
  'invoke-failed': { type: 'invoke-failed', id: 3, message: '' },
  verdict: { type: 'verdict', verdict: 'memory', guestMs: 1, heapBytes: 0 },
  fatal: { type: 'fatal', message: 'x' },
}

const notTexts = [undefined, null, 0, true, [], {}, ['a']]
const notIds = [undefined, null, '1', -1, 0.5, NaN, Infinity, 2 ** 53, [], [1], {}, true]
const notAmounts = [undefined, null, '1', -1, NaN, Infinity, -Infinity, [], {}, false]
const notFlags = [undefined, null, 0, 1, 'true', [], {}]
const notHeaders = [
  undefined,
  null,
  'ab',
  {},
  { length: 0 },
  ['ab'],
  [['a']],
  [['a', 'b', 'c']],
  [['a', 1]],
  [[1, 'a']],
  [null],
  [{ 0: 'a', 1: 'b', length: 2 }],
  [['a', 'b'], undefined],
]

const wrongValues: Record<string, Array<unknown>> = {
  node: notTexts,
  v8: notTexts,
  isolatedVm: notTexts,
  text: notTexts,
  provider: notTexts,
  tool: notTexts,
  method: notTexts,
  url: notTexts,
  error: notTexts,
  message: notTexts,
  statusText: notTexts,
  level: [...notTexts, '', 'info', 'LOG', 'toString', '__proto__'],
  outcome: [...notTexts, '', 'void', 'constructor'],
  verdict: [...notTexts, '', 'abort', 'hasOwnProperty'],
  id: notIds,
  status: notIds,
  invocation: notIds,
  spentMs: notAmounts,
  guestMs: notAmounts,
  heapBytes: notAmounts,
  hasBody: notFlags,
  isMeasured: notFlags,
  headers: notHeaders,
}

/** As it would come off the wire, so that what JSON cannot say is left out. */
const overWire = (header: unknown): unknown => JSON.parse(JSON.stringify(header))

for (const sample of Object.values(samples)) {
  suite(`a message of type ${sample.type}`, () => {
    const fields = Object.keys(sample).filter((name) => name !== 'type')

    test('is accepted in its shape', () => {
      assert.deepEqual(checkMessage(overWire(sample)), sample)
    })

    for (const name of fields) {
      test(`is refused without its ${name}, or with a wrong one`, () => {
        const { [name]: _, ...rest } = { ...sample } as Record<string, unknown>
        assert.equal(checkMessage(rest), undefined, 'left out')
        const wrong = wrongValues[name]
        assert.ok(wrong !== undefined, 'the table of wrong values lacks this field')
        for (const value of wrong) {
          const broken = { ...sample, [name]: value }
          assert.equal(checkMessage(broken), undefined, JSON.stringify(value))
        }
      })

      test(`is refused with its ${name} on the prototype`, () => {
        const { [name]: value, ...rest } = { ...sample } as Record<string, unknown>
        const inheriting: object = Object.create({ [name]: value })
        Object.assign(inheriting, rest)
        assert.equal(checkMessage(inheriting), undefined)
      })
    }
  })
}

suite('what is no message', () => {
  test('values that are no objects', () => {
    for (const value of [undefined, null, true, 0, '', 'ready', Symbol('ready'), 1n])
      assert.equal(checkMessage(value), undefined, String(value))
  })

  test('lists, even with the members of a message', () => {
    assert.equal(checkMessage([]), undefined)
    assert.equal(checkMessage(['ready']), undefined)
    assert.equal(checkMessage([{ type: 'cancel', id: 1 }]), undefined)
  })

  test('types that are no own text', () => {
    for (const type of [undefined, null, 1, {}, ['cancel'], { toString: 'cancel' }])
      assert.equal(checkMessage({ type, id: 1 }), undefined, JSON.stringify(type))
    assert.equal(checkMessage(Object.create({ type: 'cancel', id: 1 })), undefined)
    assert.equal(checkMessage({ id: 1 }), undefined)
  })

  test('types named like the members of every object', () => {
    const names = [...Reflect.ownKeys(Object.prototype)].filter((name) => typeof name === 'string')
    assert.ok(names.includes('constructor') && names.includes('__proto__'))
    for (const type of names) assert.equal(checkMessage({ type }), undefined, type)
    assert.equal(checkMessage(JSON.parse('{"__proto__":{"type":"cancel","id":1}}')), undefined)
  })

  test('what only the host says', () => {
    for (const type of ['run', 'answer', 'answer-failed', 'response', 'response-failed', 'invoke'])
      assert.equal(checkMessage({ ...samples.request, type }), undefined, type)
  })
})
