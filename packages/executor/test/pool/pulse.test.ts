import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, suite, test } from 'node:test'
import { Pulse } from '../../src/pool/pulse.ts'

const INTERVAL = 50

let looks = 0
/** How many timers were started. */
let countStarts = (): number => 0

beforeEach(() => {
  looks = 0
  mock.timers.enable({ apis: ['setInterval', 'setImmediate'] })
  const begin = mock.method(globalThis, 'setInterval')
  countStarts = () => begin.mock.callCount()
})
afterEach(() => {
  mock.timers.reset()
  mock.restoreAll()
})

const open = (): Pulse =>
  new Pulse(() => {
    looks += 1
  })

/** Beats one after the other, each followed by the reading of the pipes. */
function beat(count: number): void {
  for (let index = 0; index < count; index += 1) {
    mock.timers.tick(INTERVAL)
    mock.timers.tick(0)
  }
}

suite('Pulse', () => {
  test('looks at every beat while there is work', () => {
    const pulse = open()
    beat(2)
    assert.equal(looks, 0)
    pulse.hold(true)
    beat(5)
    assert.equal(looks, 5)
    pulse.stop()
  })

  test('does not look without work', () => {
    const pulse = open()
    pulse.hold(true)
    beat(1)
    pulse.hold(false)
    beat(10)
    assert.equal(looks, 1)
    pulse.stop()
  })

  test('goes on beating over a short rest, so that the next run starts no timer', () => {
    const pulse = open()
    for (let run = 0; run < 10; run += 1) {
      pulse.hold(true)
      beat(1)
      pulse.hold(false)
      beat(3)
    }
    assert.deepEqual([looks, countStarts()], [10, 1])
    pulse.stop()
  })

  test('stops after a long rest, and starts anew with the next work', () => {
    const pulse = open()
    pulse.hold(true)
    pulse.hold(false)
    beat(100)
    pulse.hold(true)
    beat(2)
    assert.deepEqual([looks, countStarts()], [2, 2])
    pulse.stop()
  })

  test('looks no more once it is stopped, even in the middle of work', () => {
    const pulse = open()
    pulse.hold(true)
    beat(1)
    pulse.stop()
    beat(10)
    assert.equal(looks, 1)
    pulse.hold(true)
    beat(1)
    assert.equal(looks, 2)
    pulse.stop()
  })
})
