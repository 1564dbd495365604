import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { replicaOf } from '../src/replica-links.ts'

const RANDOM = '15130d7399ff7bc448c96d627eb567a6'

suite('the replica that an executionId names', () => {
  const rows: Array<[executionId: string, replica: string | undefined]> = [
    [RANDOM, undefined],
    [`executor-0.${RANDOM}`, 'executor-0'],
    [`executor-0.executors.default.svc.${RANDOM}`, 'executor-0.executors.default.svc'],
    [`10.0.0.7:8790.${RANDOM}`, '10.0.0.7:8790'],
    [`.${RANDOM}`, undefined],
    ['', undefined],
    ['a.', 'a'],
  ]
  for (const [executionId, replica] of rows) {
    test(`${JSON.stringify(executionId)} names ${replica ?? 'none'}`, () => {
      assert.equal(replicaOf(executionId), replica)
    })
  }
})
