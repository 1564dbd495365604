import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { startDeadline, type Deadline } from '../../src/child/deadline.ts'

let now = 0
let guest = 0
let guestReadings = 0
let overAt: Array<number> = []

beforeEach(() => {
  now = 0
  guest = 0
  guestReadings = 0
  overAt = []
  mock.timers.enable({ apis: ['setTimeout'] })
  mock.method(performance, 'now', () => now)
})
afterEach(() => {
  mock.timers.reset()
  mock.restoreAll()
})

function start(timeout: number, countHostWaits = false): Deadline {
  return startDeadline({
    timeout,
    countHostWaits,
    openWaits: 0,
    guestTime: () => {
      guestReadings += 1

      return guest
    },
    onOver: () => overAt.push(now),
  })
}

/** Lets real time pass a millisecond at a time; the guest runs `share` of it. */
function pass(ms: number, share = 0): void {
  for (let passed = 0; passed < ms; passed += 1) {
    now += 1
    guest += share
    mock.timers.tick(1)
  }
}

test('the bound ends the run in real time, once', () => {
  const deadline = start(100)
  pass(99)
  assert.deepEqual([overAt, deadline.isOver()], [[], false])
  pass(1)
  assert.deepEqual([overAt, deadline.isOver()], [[100], true])
  pass(500)
  assert.deepEqual(overAt, [100])
})

test('an open host wait stops it, and what is left runs in real time afterwards', () => {
  const { clock } = start(100)
  pass(60)
  clock.openWait()
  pass(10_013)
  assert.deepEqual(overAt, [])
  clock.closeWait()
  pass(39)
  assert.deepEqual(overAt, [])
  pass(1)
  assert.deepEqual(overAt, [10_113])
})

test('guest compute under a host wait ends the run at its bound', () => {
  const { clock } = start(100)
  clock.openWait()
  pass(5_000)
  pass(99, 1)
  assert.deepEqual(overAt, [])
  pass(11, 1)
  assert.equal(overAt.length, 1)
})

test('a clock that stands still just before its bound is not looked at without a pause', () => {
  const { clock } = start(100)
  pass(99)
  clock.openWait()
  guestReadings = 0
  pass(1_000)
  assert.deepEqual(overAt, [])
  assert.ok(guestReadings <= 200, `${guestReadings} readings in a second`)
})

test('what is left after a wait is not rounded up to the next look', () => {
  const { clock } = start(100)
  pass(97)
  clock.openWait()
  pass(14)
  clock.closeWait()
  pass(2)
  assert.deepEqual(overAt, [])
  pass(1)
  assert.deepEqual(overAt, [114])
})

test('the last of nested waits starts it again, and no earlier one', () => {
  const { clock } = start(50)
  clock.openWait()
  clock.openWait()
  pass(203)
  clock.closeWait()
  pass(204)
  assert.deepEqual(overAt, [])
  clock.closeWait()
  pass(50)
  assert.deepEqual(overAt, [457])
})

test('with countHostWaits a host wait stops nothing', () => {
  const { clock } = start(100, true)
  pass(10)
  clock.openWait()
  pass(90)
  assert.deepEqual(overAt, [100])
})

test('a stopped deadline stays quiet, and still tells whether its bound was reached', () => {
  const deadline = start(100)
  pass(99)
  deadline.stop()
  pass(1_000)
  assert.deepEqual([overAt, deadline.isOver()], [[], true])
})

test('a lifted bound does not fire at once', () => {
  const deadline = start(2_147_483_647)
  pass(100)
  assert.deepEqual([overAt, deadline.isOver()], [[], false])
  deadline.stop()
})

test('a bound that was reported is not reported again', () => {
  const { clock } = start(100)
  clock.openWait()
  now = guest = 150
  mock.timers.tick(150)
  assert.equal(overAt.length, 1)
  clock.closeWait()
  assert.equal(overAt.length, 1)
})

test('a bound that was stopped stays stopped', () => {
  const { clock, stop } = start(100)
  clock.openWait()
  stop()
  clock.closeWait()
  now = 200
  mock.timers.tick(200)
  assert.equal(overAt.length, 0)
})
