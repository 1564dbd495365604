import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createSlots } from '../../src/outbound/slots.ts'
import type { ReleaseSlot } from '../../src/outbound/slots.ts'

const NEVER = new AbortController().signal

suite('createSlots', () => {
  test('serves takers past the count in order', async () => {
    const slots = createSlots(2)
    const order: Array<string> = []
    const take = async (name: string): Promise<ReleaseSlot> => {
      const release = await slots.take(NEVER)
      order.push(name)
      return release
    }
    const [first, second] = await Promise.all([take('a'), take('b')])
    const waiting = [take('c'), take('d')]
    assert.deepEqual(order, ['a', 'b'])
    second()
    await waiting[0]
    assert.deepEqual(order, ['a', 'b', 'c'])
    first()
    await waiting[1]
    assert.deepEqual(order, ['a', 'b', 'c', 'd'])
  })

  test('gives a permit back once, however often it is released', async () => {
    const slots = createSlots(1)
    const release = await slots.take(NEVER)
    release()
    release()
    await slots.take(NEVER)
    const abort = new AbortController()
    const waiting = slots.take(abort.signal)
    abort.abort()
    await assert.rejects(waiting)
  })

  test('an aborted taker leaves the queue, and costs no permit', async () => {
    const slots = createSlots(1)
    const release = await slots.take(NEVER)
    const abort = new AbortController()
    const aborted = slots.take(abort.signal)
    const next = slots.take(NEVER)
    abort.abort()
    await assert.rejects(aborted)
    await assert.rejects(slots.take(AbortSignal.abort()))
    release()
    ;(await next)()
    await slots.take(NEVER)
  })
})
