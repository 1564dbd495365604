import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { Refill } from '../../src/pool/refill.ts'

const FULL = 3

type FakeWorker = { name: string; reserve: number; prepare: () => void }

let ordered: Array<string> = []

beforeEach(() => {
  ordered = []
  mock.timers.enable({ apis: ['setTimeout'] })
})
afterEach(() => mock.timers.reset())

const worker = (name: string, reserve: number): FakeWorker => ({
  name,
  reserve,
  prepare: () => ordered.push(name),
})

const namesOf = (workers: Array<FakeWorker>): Array<string> => workers.map(({ name }) => name)

test('one worker at a time prepares, the one that served last first, and is out of the row', () => {
  const ready = [worker('first', 1), worker('last', 1)]
  const refill = new Refill(ready)
  refill.start()
  assert.deepEqual(ordered, [])
  mock.timers.tick(1_000)
  assert.deepEqual([ordered, namesOf(ready)], [['last'], ['first']])
  refill.start()
  mock.timers.tick(1_000)
  assert.deepEqual([ordered, namesOf(ready)], [['last', 'first'], []])
})

test('a full reserve is left alone', () => {
  const ready = [worker('short', FULL - 1), worker('full', FULL)]
  const refill = new Refill(ready)
  refill.start()
  mock.timers.tick(1_000)
  assert.deepEqual([ordered, namesOf(ready)], [['short'], ['full']])
  refill.start()
  mock.timers.tick(1_000)
  assert.deepEqual([ordered, namesOf(ready)], [['short'], ['full']])
})

test('nothing is ordered once something runs again', () => {
  const refill = new Refill([worker('only', 1)])
  refill.start()
  refill.stop()
  mock.timers.tick(1_000)
  assert.deepEqual(ordered, [])
})
