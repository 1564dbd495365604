import { deepEqual, equal } from 'node:assert/strict'
import { suite, test } from 'node:test'
import { LentOutbounds } from '../src/lent-outbounds.ts'

/** A stub that counts how often it was disposed. */
function stub(): Disposable & { disposals: number } {
  return {
    disposals: 0,
    [Symbol.dispose]() {
      this.disposals += 1
    },
  }
}

suite('a lent outbound function', () => {
  test('is kept for the execution that was granted until its handles close', () => {
    const lent = new LentOutbounds()
    const kept = stub()
    lent.begin()
    lent.settle(kept, 'a')
    deepEqual([lent.size, kept.disposals], [1, 0])
    lent.onHandlesClosed('b')
    equal(kept.disposals, 0)
    lent.onHandlesClosed('a')
    lent.onHandlesClosed('a')
    deepEqual([lent.size, kept.disposals], [0, 1])
  })

  test('is disposed at once when nothing was granted', () => {
    const lent = new LentOutbounds()
    const kept = stub()
    lent.begin()
    lent.settle(kept, undefined)
    deepEqual([lent.size, kept.disposals], [0, 1])
  })

  test('is disposed when the handles closed before their grant was heard of', () => {
    const lent = new LentOutbounds()
    const kept = stub()
    lent.begin()
    lent.onHandlesClosed('a')
    lent.settle(kept, 'a')
    deepEqual([lent.size, kept.disposals], [0, 1])
  })

  test('outlives handles that closed while another grant was under way', () => {
    const lent = new LentOutbounds()
    const [first, second] = [stub(), stub()]
    lent.begin()
    lent.begin()
    lent.onHandlesClosed('a')
    lent.settle(second, 'b')
    lent.settle(first, 'a')
    deepEqual([lent.size, first.disposals, second.disposals], [1, 1, 0])
  })

  test('is not mistaken for one of handles that closed when no grant was under way', () => {
    const lent = new LentOutbounds()
    const kept = stub()
    lent.onHandlesClosed('a')
    lent.begin()
    lent.settle(kept, 'a')
    deepEqual([lent.size, kept.disposals], [1, 0])
  })

  test('of an early close is forgotten once no grant is under way', () => {
    const lent = new LentOutbounds()
    const [first, second] = [stub(), stub()]
    lent.begin()
    lent.onHandlesClosed('a')
    lent.settle(first, undefined)
    lent.begin()
    lent.settle(second, 'a')
    deepEqual([lent.size, second.disposals], [1, 0])
  })
})
