import { mock, test } from 'node:test'
import assert from 'node:assert/strict'
import { startDeadline } from '../../src/child/deadline.ts'
test('a bound that was reported is not reported again', (t) => {
  let now = 0,
    overs = 0
  mock.timers.enable({ apis: ['setTimeout'] })
  mock.method(performance, 'now', () => now)
  t.after(() => {
    mock.timers.reset()
    mock.restoreAll()
  })
  let guest = 0
  const { clock } = startDeadline({
    timeout: 100,
    countHostWaits: false,
    openWaits: 0,
    guestTime: () => guest,
    onOver: () => {
      overs += 1
    },
  })
  clock.openWait()
  now = guest = 150
  mock.timers.tick(150)
  assert.equal(overs, 1)
  clock.closeWait()
  assert.equal(overs, 1)
})
test('a bound that was stopped stays stopped', (t) => {
  let now = 0,
    overs = 0
  mock.timers.enable({ apis: ['setTimeout'] })
  mock.method(performance, 'now', () => now)
  t.after(() => {
    mock.timers.reset()
    mock.restoreAll()
  })
  const { clock, stop } = startDeadline({
    timeout: 100,
    countHostWaits: false,
    openWaits: 0,
    guestTime: () => 0,
    onOver: () => {
      overs += 1
    },
  })
  clock.openWait()
  stop()
  clock.closeWait()
  now = 200
  mock.timers.tick(200)
  assert.equal(overs, 0)
})
