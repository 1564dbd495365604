import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { DoneMessage } from '../../src/channel/messages.ts'
import { readDone } from '../../src/pool/outcome.ts'

const done = (outcome: DoneMessage['outcome'], error = ''): DoneMessage => ({
  type: 'done',
  isMeasured: true,
  guestMs: 0,
  heapBytes: 0,
  outcome,
  error,
})
const nothing = Buffer.alloc(0)

suite('readDone', () => {
  test('has exactly the members of its outcome', () => {
    assert.deepEqual(readDone(done('undefined'), nothing), {})
    assert.deepEqual(readDone(done('failed', 'why'), nothing), { error: 'why' })
    assert.deepEqual(readDone(done('failed'), nothing), { error: '' })
    assert.deepEqual(readDone(done('retained'), nothing), { handles: ['fetch'] })
  })

  test('passes the text of a value on as it came, be it JSON or not', () => {
    for (const text of ['{ "a":[1,null,"č"] }', 'null', '', '{', '\u{feff}1']) {
      assert.deepEqual(readDone(done('value'), Buffer.from(text)), { resultJson: text })
    }
  })
})
