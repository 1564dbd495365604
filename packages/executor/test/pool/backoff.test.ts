import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, suite, test } from 'node:test'
import { Backoff } from '../../src/pool/backoff.ts'

const FIRST = 250
const LONGEST = 10_000

let ends = 0

beforeEach(() => {
  ends = 0
  mock.timers.enable({ apis: ['setTimeout'] })
})
afterEach(() => mock.timers.reset())

const open = (): Backoff =>
  new Backoff(() => {
    ends += 1
  })

/** Waits a pause out and proves its length. */
function assertPause(backoff: Backoff, ms: number): void {
  const before = ends
  backoff.pause()
  mock.timers.tick(ms - 1)
  assert.deepEqual([ends, backoff.isPausing], [before, true], `shorter than ${ms}`)
  mock.timers.tick(1)
  assert.deepEqual([ends, backoff.isPausing], [before + 1, false], `longer than ${ms}`)
}

suite('Backoff', () => {
  test('pauses twice as long each time, and never longer than the longest', () => {
    const backoff = open()
    assert.equal(backoff.isPausing, false)
    for (let ms = FIRST; ms < LONGEST; ms *= 2) assertPause(backoff, ms)
    assertPause(backoff, LONGEST)
    assertPause(backoff, LONGEST)
  })

  test('a second pause meanwhile is the same pause', () => {
    const backoff = open()
    backoff.pause()
    mock.timers.tick(FIRST - 1)
    backoff.pause()
    backoff.pause()
    mock.timers.tick(1)
    assert.deepEqual([ends, backoff.isPausing], [1, false])
    assertPause(backoff, FIRST * 2)
  })

  test('is short again after a reset', () => {
    const backoff = open()
    assertPause(backoff, FIRST)
    assertPause(backoff, FIRST * 2)
    backoff.reset()
    assertPause(backoff, FIRST)
  })

  test('a reset does not end the pause under way', () => {
    const backoff = open()
    backoff.pause()
    backoff.reset()
    assert.equal(backoff.isPausing, true)
    mock.timers.tick(FIRST)
    assert.equal(ends, 1)
  })

  test('a stop ends a pause without a word', () => {
    const backoff = open()
    backoff.pause()
    backoff.stop()
    assert.equal(backoff.isPausing, false)
    mock.timers.tick(LONGEST)
    assert.equal(ends, 0)
  })
})
