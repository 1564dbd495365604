import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBusyTime, type BusyTime } from '../../src/child/crypto/busy-time.ts'

type World = BusyTime & { pass: (realMs: number, guestMs?: number) => void }

function openWorld(): World {
  let now = 1_000
  let guest = 50
  const busyTime = createBusyTime({ now: () => now, guestTime: () => guest })

  return {
    ...busyTime,
    pass: (realMs, guestMs = 0) => {
      now += realMs
      guest += guestMs
    },
  }
}

test('without work it is the time of the guest', () => {
  const world = openWorld()
  world.pass(100, 30)
  assert.equal(world.spent(), 80)
})

test('while work is under way it is real time, whatever the guest does', () => {
  const world = openWorld()
  world.begin()
  world.pass(100, 30)
  assert.equal(world.spent(), 150)
  world.end()
  assert.equal(world.spent(), 150)
  world.pass(40, 5)
  assert.equal(world.spent(), 155)
})

test('work side by side counts once', () => {
  const world = openWorld()
  world.begin()
  world.pass(10)
  world.begin()
  world.pass(10)
  world.end()
  world.pass(10)
  world.end()
  world.pass(10)
  assert.equal(world.spent(), 80)
})
