import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { DoneMessage } from '../../src/channel/messages.ts'
import { composeOutcome, readDone } from '../../src/pool/outcome.ts'

const done = (outcome: DoneMessage['outcome'], error = ''): DoneMessage => ({
  type: 'done',
  isMeasured: true,
  guestMs: 0,
  heapBytes: 0,
  outcome,
  error,
})
const usage = { wallMs: 1, guestMs: 2, toolCalls: 3, peakHeapBytes: 4 }
const nothing = Buffer.alloc(0)

suite('readDone', () => {
  test('each outcome of a child', () => {
    assert.deepEqual(readDone(done('undefined'), nothing), { value: undefined })
    assert.deepEqual(readDone(done('failed', 'why'), nothing), { error: 'why' })
    assert.deepEqual(readDone(done('failed'), nothing), { error: '' })
    assert.deepEqual(readDone(done('retained'), nothing), { handles: ['fetch'] })
    assert.deepEqual(readDone(done('value'), Buffer.from('{"a":[1,null,"č"]}')), {
      value: { a: [1, null, 'č'] },
    })
    assert.deepEqual(readDone(done('value'), Buffer.from('null')), { value: null })
  })

  test('bytes come out of their envelope', () => {
    const json = '{"__executor_binary_v1__":"Uint8Array","data":"AQID/w=="}'
    assert.deepEqual(readDone(done('value'), Buffer.from(json)), {
      value: new Uint8Array([1, 2, 3, 255]),
    })
  })

  test('what is no JSON is a failure with a text, never a throw', () => {
    const payloads = ['', '{', 'undefined', '[1,]', '\u{feff}1']
    for (const payload of payloads) {
      const end = readDone(done('value'), Buffer.from(payload))
      assert.ok('error' in end && end.error.length > 0, JSON.stringify(payload))
    }
    const end = readDone(done('value'), Buffer.from([0xff, 0xfe]))
    assert.ok('error' in end)
  })

  test('a member called __proto__ stays a member', () => {
    const end = readDone(done('value'), Buffer.from('{"__proto__":{"polluted":true}}'))
    assert.ok('value' in end && typeof end.value === 'object' && end.value !== null)
    assert.deepEqual(Object.keys(end.value), ['__proto__'])
    assert.equal(Reflect.get({}, 'polluted'), undefined)
  })
})

suite('composeOutcome', () => {
  const logs = [{ level: 'log' as const, text: 'x' }]

  test('has the members of its kind, in the order the contract prints them', () => {
    const printed = [
      composeOutcome({ value: 1 }, logs, usage),
      composeOutcome({ value: undefined }, [], usage),
      composeOutcome({ error: '' }, logs, usage),
      composeOutcome({ handles: ['fetch'] }, logs, usage),
    ].map((outcome) => Object.entries(outcome))
    assert.deepEqual(printed, [
      [
        ['result', 1],
        ['logs', logs],
      ],
      [
        ['result', undefined],
        ['logs', []],
      ],
      [
        ['result', undefined],
        ['error', ''],
        ['logs', logs],
      ],
      [
        ['logs', logs],
        ['handles', ['fetch']],
      ],
    ])
  })

  test('the usage is there and does not show', () => {
    const outcome = composeOutcome({ value: 1 }, [], usage)
    assert.deepEqual(outcome.usage, usage)
    assert.equal(JSON.stringify(outcome), '{"result":1,"logs":[]}')
  })
})
