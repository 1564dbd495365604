import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, suite, test } from 'node:test'
import { ChildClock } from '../../src/pool/child-clock.ts'

const TIMEOUT = 1_000
/** A run is over at most this long after its bound. */
const PROMISE = 250
const SILENCE = 10_000

let now = 0

beforeEach(() => {
  now = 5_000
  mock.method(performance, 'now', () => now)
})
afterEach(() => mock.restoreAll())

function start(timeout = TIMEOUT, openWaits?: number): ChildClock {
  const clock = new ChildClock(timeout)
  clock.start(openWaits)

  return clock
}

/** The first millisecond from now at which the clock is over; the child reports nothing meanwhile. */
function overAfter(clock: ChildClock, within: number): number | undefined {
  const from = now
  for (; now - from <= within; now += 1) if (clock.isOver()) return now - from

  return undefined
}

/** A child in order: it says every 60 ms what it has spent. */
function reportFor(clock: ChildClock, ms: number, spentOf: (passed: number) => number): void {
  for (let passed = 60; passed <= ms; passed += 60) {
    now += 60
    clock.report(spentOf(passed))
  }
}

suite('ChildClock', () => {
  test('a child that says nothing is over after its bound, and before the promised 250 ms', () => {
    const after = overAfter(start(), 2_000)
    assert.ok(after !== undefined && after > TIMEOUT && after < TIMEOUT + PROMISE, String(after))
  })

  test('a child that reports less than real time without a host wait is over all the same', () => {
    const clock = start()
    reportFor(clock, 960, () => 0)
    assert.equal(clock.isOver(), false)
    reportFor(clock, 240, () => 0)
    assert.equal(clock.isOver(), true)
  })

  test('a child that reports its bound spent and goes on is over', () => {
    const clock = start()
    clock.turn(1)
    clock.report(TIMEOUT)
    const after = overAfter(clock, PROMISE)
    assert.ok(after !== undefined, 'not over')
  })

  test('an open host wait stops what the host counts, not what silence counts', () => {
    const clock = start()
    clock.turn(1)
    reportFor(clock, 60_000, () => 0)
    assert.equal(clock.isOver(), false)
    const after = overAfter(clock, 2_000)
    assert.ok(after !== undefined && after > TIMEOUT, String(after))
  })

  test('nested host waits stop it until the last of them ends', () => {
    const clock = start()
    clock.turn(1)
    clock.turn(1)
    reportFor(clock, 6_000, () => 0)
    clock.turn(-1)
    reportFor(clock, 6_000, () => 0)
    assert.equal(clock.isOver(), false)
    clock.turn(-1)
    reportFor(clock, 900, (passed) => passed)
    assert.equal(clock.isOver(), false)
    reportFor(clock, 600, (passed) => 900 + passed)
    assert.equal(clock.isOver(), true)
  })

  test('waits that were open when it starts are waits of its own', () => {
    const clock = start(TIMEOUT, 2)
    reportFor(clock, 6_000, () => 0)
    clock.turn(-1)
    reportFor(clock, 6_000, () => 0)
    assert.equal(clock.isOver(), false)
    clock.turn(-1)
    reportFor(clock, 1_500, () => 0)
    assert.equal(clock.isOver(), true)
  })

  test('the way of a message is not held against a run of many short waits', () => {
    const clock = start()
    // The host hears each begin 15 ms late, while the child has long stopped its clock.
    for (let call = 0; call < 100; call += 1) {
      now += 15
      clock.turn(1)
      now += 5
      clock.report(0)
      clock.turn(-1)
    }
    assert.equal(clock.isOver(), false)
  })

  test('a report that goes backwards is none of a child in order', () => {
    const clock = start()
    clock.report(10)
    clock.report(10)
    assert.throws(() => clock.report(9.9), /^RangeError: A run clock went backwards\.$/)
  })

  test('a lifted bound leaves the silence of the child as what ends it', () => {
    const clock = start(2_147_483_647)
    now += SILENCE
    assert.deepEqual([clock.isOver(), clock.isSilent()], [false, false])
    now += 1
    assert.deepEqual([clock.isOver(), clock.isSilent()], [false, true])
    clock.report(1)
    assert.equal(clock.isSilent(), false)
  })
})
