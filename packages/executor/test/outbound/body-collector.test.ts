import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createBodyCollector } from '../../src/outbound/body-collector.ts'

suite('createBodyCollector', () => {
  test('gathers chunks up to its bound and not a byte further', () => {
    const collector = createBodyCollector(10_000, { left: 100_000 })
    assert.equal(collector.push(Buffer.alloc(9_999, 1)), 'taken')
    assert.equal(collector.push(Buffer.alloc(2)), 'too-large')
    assert.equal(collector.push(Buffer.from([7])), 'taken')
    assert.equal(collector.bytes().length, 10_000)
    assert.deepEqual([...collector.bytes().subarray(9_998)], [1, 7])
  })

  test('copies what it is given', () => {
    const collector = createBodyCollector(10, { left: 10 })
    const chunk = Buffer.from('abc')
    collector.push(chunk)
    chunk.fill(0)
    assert.equal(Buffer.from(collector.bytes()).toString(), 'abc')
  })

  test('takes what it holds from the budget and gives all of it back', () => {
    const budget = { left: 10_000 }
    const first = createBodyCollector(8_000, budget)
    const second = createBodyCollector(8_000, budget)
    assert.equal(first.push(Buffer.alloc(6_000)), 'taken')
    assert.equal(second.push(Buffer.alloc(6_000)), 'busy')
    first.dispose()
    first.dispose()
    assert.equal(second.push(Buffer.alloc(6_000)), 'taken')
    second.dispose()
    assert.equal(budget.left, 10_000)
  })

  test('single bytes cost no more than a block', () => {
    const budget = { left: 1_048_576 }
    const collector = createBodyCollector(1_048_576, budget)
    for (let index = 0; index < 200_000; index += 1) {
      collector.push(Buffer.from([index & 0xff]))
    }
    assert.ok(1_048_576 - budget.left <= 262_144)
    assert.equal(collector.bytes()[199_999], 199_999 & 0xff)
  })
})
