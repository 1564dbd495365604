import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { guardObserver } from '../../src/observer.ts'
import { Execution, type ExecutionContext } from '../../src/pool/execution.ts'
import { Queue } from '../../src/pool/queue.ts'
import { prepare } from './prepared.ts'

const context: ExecutionContext = {
  memoryLimit: 128,
  maxOccupancy: undefined,
  answerBound: 1,
  native: { fetch: () => Promise.reject(new Error('offline')), close: async () => undefined },
  enter: (work) => work(),
  observer: guardObserver(),
}

const executions = (count: number): Array<Execution> =>
  Array.from({ length: count }, () => new Execution(prepare(), context))

suite('Queue', () => {
  test('serves first come first', () => {
    const queue = new Queue()
    const [a, b, c] = executions(3)
    assert.ok(a && b && c)
    for (const one of [a, b, c]) queue.add(one, false)
    assert.equal(queue.length, 3)
    assert.ok(queue.take() === a && queue.take() === b && queue.take() === c)
    assert.equal(queue.take(), undefined)
    assert.equal(queue.length, 0)
  })

  test('serves nested executions before all others, in their own order', () => {
    const queue = new Queue()
    const [a, b, c, d] = executions(4)
    assert.ok(a && b && c && d)
    queue.add(a, false)
    queue.add(b, true)
    queue.add(c, false)
    queue.add(d, true)
    assert.deepEqual([queue.length, queue.nestedLength], [4, 2])
    assert.ok(queue.take() === b && queue.take() === d)
    assert.deepEqual([queue.length, queue.nestedLength], [2, 0])
    assert.ok(queue.take() === a && queue.take() === c)
  })

  test('lets one leave from anywhere, and twice is once', () => {
    const queue = new Queue()
    const [a, b, c, d] = executions(4)
    assert.ok(a && b && c && d)
    for (const one of [a, b]) queue.add(one, false)
    for (const one of [c, d]) queue.add(one, true)
    queue.remove(b)
    queue.remove(b)
    queue.remove(c)
    assert.equal(queue.length, 2)
    assert.ok(queue.take() === d && queue.take() === a)
    queue.remove(a)
    assert.equal(queue.length, 0)
  })

  test('hands over all that are not nested, and keeps the nested ones', () => {
    const queue = new Queue()
    const [a, b, c] = executions(3)
    assert.ok(a && b && c)
    queue.add(a, false)
    queue.add(b, true)
    queue.add(c, false)
    const plain = queue.takePlain()
    assert.ok(plain.length === 2 && plain[0] === a && plain[1] === c)
    assert.deepEqual([queue.length, queue.nestedLength], [1, 1])
    assert.ok(queue.take() === b)
  })

  test('hands over all at once, the nested ones first, and is empty', () => {
    const queue = new Queue()
    const [a, b, c] = executions(3)
    assert.ok(a && b && c)
    queue.add(a, false)
    queue.add(b, true)
    queue.add(c, false)
    const all = queue.takeAll()
    assert.ok(all.length === 3 && all[0] === b && all[1] === a && all[2] === c)
    assert.deepEqual([queue.length, queue.take(), queue.takeAll()], [0, undefined, []])
  })
})
