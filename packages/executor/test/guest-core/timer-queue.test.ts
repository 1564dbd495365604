import assert from 'node:assert/strict'
import { afterEach, beforeEach, suite, test } from 'node:test'
import * as fc from 'fast-check'
import { bundleGuest, openGuest, type Guest } from './isolate.ts'

const bundle = await bundleGuest(`
import { TimerQueue } from '../../src/guest/timer-queue.ts'
const queue = new TimerQueue()
let order = 0
const add = (id, due) => queue.add({ id, due, order: ++order, isCleared: false,
  callback: () => {}, delay: 0, repeats: false, nesting: 0 })
const take = () => {
  const timer = queue.first()
  if (timer === undefined) return undefined
  queue.takeFirst()
  queue.forget(timer.id)
  return timer.id
}
const drain = () => { const ids = []; for (let id = take(); id !== undefined; id = take()) ids.push(id); return ids }
Object.assign(globalThis, { queue, add, take, drain })
`)

let guest: Guest
beforeEach(async () => {
  guest = await openGuest(bundle)
})
afterEach(() => guest.dispose())

const answer = async (body: string): Promise<unknown> => JSON.parse(await guest.run(body))

type Step = { kind: 'add' | 'clear' | 'take'; value: number }

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('add', 'add', 'clear', 'take'),
  value: fc.nat(40),
})

/** The same steps on a list that is sorted anew each time. */
function model(steps: Array<Step>): Array<number> {
  const taken: Array<number> = []
  let timers: Array<{ id: number; due: number }> = []
  let lastId = 0
  const takeFirst = (): void => {
    // The sort is stable, so what was added first stays first.
    timers = timers.toSorted((a, b) => a.due - b.due)
    const first = timers.shift()
    if (first !== undefined) taken.push(first.id)
  }
  for (const { kind, value } of steps) {
    if (kind === 'add') timers.push({ id: ++lastId, due: value })
    else if (kind === 'clear') timers = timers.filter(({ id }) => id !== value)
    else takeFirst()
  }
  while (timers.length > 0) takeFirst()

  return taken
}

suite('TimerQueue', () => {
  test('timers come out by when they are due, those of one moment by when they were set', async () => {
    assert.deepEqual(
      await answer(`
        [[1, 30], [2, 10], [3, 20], [4, 10], [5, 10], [6, 0]].forEach(([id, due]) => add(id, due))
        return JSON.stringify(drain())`),
      [6, 2, 4, 5, 3, 1],
    )
  })

  test('a cleared timer never comes out, and clearing it again is no matter', async () => {
    assert.deepEqual(
      await answer(`
        for (let id = 1; id <= 5; id++) add(id, id)
        for (const id of [1, 3, 3, 5, 99]) queue.clear(id)
        return JSON.stringify([drain(), queue.first() === undefined])`),
      [[2, 4], true],
    )
  })

  test('the first stays until it is taken, and an empty queue has none', async () => {
    assert.deepEqual(
      await answer(`
        const empty = [queue.first() === undefined, take() === undefined]
        add(1, 5)
        return JSON.stringify([...empty, queue.first().id, queue.first().id, take(), drain()])`),
      [true, true, 1, 1, 1, []],
    )
  })

  test('a timer that was taken and not forgotten can still be cleared', async () => {
    assert.equal(
      await answer(`
        add(1, 5)
        const timer = queue.first()
        queue.takeFirst()
        queue.clear(1)
        return JSON.stringify(timer.isCleared)`),
      true,
    )
  })

  test('a million timers set and cleared leave no memory behind', async () => {
    assert.equal(
      await answer(`
        add(0, 1e9)
        for (let id = 1; id <= 1e6; id++) { add(id, id); queue.clear(id) }
        return JSON.stringify(drain().length)`),
      1,
    )
  })

  test('timers of an interval that clear themselves as they run keep the count right', async () => {
    assert.deepEqual(
      await answer(`
        for (let round = 0; round < 300; round++) {
          add(round, round)
          const timer = queue.first()
          queue.takeFirst()
          queue.clear(timer.id)
        }
        for (let id = 1000; id < 1100; id++) add(id, 2000 - id)
        for (let id = 1000; id < 1100; id += 2) queue.clear(id)
        return JSON.stringify(drain())`),
      Array.from({ length: 50 }, (_, index) => 1_099 - index * 2),
    )
  })

  test('any adding, clearing and taking comes out as of a sorted list', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 300 }), async (steps) => {
        const taken = await answer(`
          let lastId = 0
          const taken = []
          for (const { kind, value } of ${JSON.stringify(steps)}) {
            if (kind === 'add') add(++lastId, value)
            else if (kind === 'clear') queue.clear(value)
            else { const id = take(); if (id !== undefined) taken.push(id) }
          }
          return JSON.stringify([...taken, ...drain()])`)
        assert.deepEqual(taken, model(steps))
      }),
      { numRuns: 50 },
    )
  })
})
