import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readOutcome } from '@supolka/codemode-executor-protocol'

const logs = [{ level: 'log' as const, text: 'x' }]
const usage = { wallMs: 1, guestMs: 2, toolCalls: 3, peakHeapBytes: 4 }
const handles = ['fetch']

suite('readOutcome', () => {
  test('has the members of its kind, in the order the contract prints them', () => {
    const printed = [
      readOutcome({ usage, logs, resultJson: '{"a":[1,null,"č"]}' }),
      readOutcome({ logs: [] }),
      readOutcome({ logs, error: '' }),
      readOutcome({ usage, handles, executionId: 'e1', logs }),
    ].map((outcome) => Object.entries(outcome))
    assert.deepEqual(printed, [
      [
        ['result', { a: [1, null, 'č'] }],
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
        ['executionId', 'e1'],
        ['handles', handles],
      ],
    ])
  })

  test('reads an undefined member as an absent one', () => {
    const absent = { resultJson: undefined, error: undefined, executionId: undefined }
    assert.deepEqual(Object.keys(readOutcome({ ...absent, logs })), ['result', 'logs'])
  })

  test('the presence of an error decides, whatever stands beside it', () => {
    const outcome = readOutcome({ error: 'why', resultJson: '1', executionId: 'e1', handles, logs })
    assert.deepEqual(outcome, { result: undefined, error: 'why', logs })
  })

  test('bytes come out of their envelope', () => {
    const resultJson = '{"__executor_binary_v1__":"Uint8Array","data":"AQID/w=="}'
    const { result } = readOutcome({ resultJson, logs })
    assert.deepEqual(result, new Uint8Array([1, 2, 3, 255]))
  })

  test('what is no JSON is a failure with a text, never a throw', () => {
    for (const resultJson of ['', '{', 'undefined', '[1,]', '\u{feff}1', '\ufffd']) {
      const outcome = readOutcome({ resultJson, logs, usage })
      assert.deepEqual(Object.keys(outcome), ['result', 'error', 'logs'])
      assert.ok(outcome.result === undefined && outcome.error, JSON.stringify(resultJson))
      assert.deepEqual(outcome.usage, usage)
    }
  })

  test('members called like those of Object.prototype stay members', () => {
    const { result } = readOutcome({ resultJson: '{"__proto__":{"polluted":1}}', logs })
    assert.ok(typeof result === 'object' && result !== null)
    assert.deepEqual(Object.keys(result), ['__proto__'])
    assert.equal(Reflect.get({}, 'polluted'), undefined)
  })

  test('the usage is there and does not show; without one there is none', () => {
    const outcome = readOutcome({ resultJson: '1', logs: [], usage })
    assert.deepEqual(outcome.usage, usage)
    assert.equal(JSON.stringify(outcome), '{"result":1,"logs":[]}')
    assert.equal(Object.hasOwn(readOutcome({ resultJson: '1', logs: [] }), 'usage'), false)
  })
})
