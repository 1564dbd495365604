import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { createRunClock, type RunClock } from '../../src/child/run-clock.ts'

type FakeTime = {
  clock: RunClock
  /** Milliseconds in which the guest runs. */
  run: (ms: number) => void
  /** Milliseconds in which it does not. */
  idle: (ms: number) => void
}

function start({ countHostWaits = false, at = 0 } = {}): FakeTime {
  let now = at
  let guest = at / 7
  const clock = createRunClock({ now: () => now, guestTime: () => guest }, countHostWaits)

  return {
    clock,
    run: (ms) => {
      now += ms
      guest += ms
    },
    idle: (ms) => {
      now += ms
    },
  }
}

suite('each row of the table of work in flight', () => {
  test('guest compute spends the bound, and it counts while a host call is open', () => {
    const { clock, run, idle } = start()
    run(30)
    assert.equal(clock.spent(), 30)
    clock.openWait()
    idle(1_000)
    run(12)
    assert.equal(clock.spent(), 42)
    clock.closeWait()
    run(1)
    assert.equal(clock.spent(), 43)
  })

  test('a setTimeout delay with no host call open spends the bound', () => {
    const { clock, idle } = start()
    idle(250)
    assert.equal(clock.spent(), 250)
  })

  test('a setTimeout delay while a host call is open does not', () => {
    const { clock, run, idle } = start()
    run(5)
    clock.openWait()
    idle(250)
    assert.equal(clock.spent(), 5)
  })

  test('what a timer callback does when it fires spends the bound, host call or not', () => {
    const { clock, run, idle } = start()
    clock.openWait()
    idle(100)
    run(7)
    idle(100)
    clock.closeWait()
    run(3)
    assert.equal(clock.spent(), 10)
  })

  test('a tool call, and a request to the outbound function, spend nothing however long', () => {
    const { clock, run, idle } = start()
    run(1)
    clock.openWait()
    idle(600_000)
    clock.closeWait()
    assert.equal(clock.spent(), 1)
  })

  test('a native request opens no wait, so its time is spent', () => {
    const { clock, run, idle } = start()
    run(1)
    idle(80)
    assert.equal(clock.spent(), 81)
    assert.equal(clock.isWaiting(), false)
  })

  test('cryptography at the host moves the guest time, so it is spent under a host call too', () => {
    const { clock, run, idle } = start()
    clock.openWait()
    idle(40)
    // The time source of a run holds what is done for the guest elsewhere.
    run(9)
    assert.equal(clock.spent(), 9)
  })
})

suite('createRunClock', () => {
  test('slices of 60 microseconds add up', () => {
    const { clock, run, idle } = start({ at: 987_654.321 })
    for (let slice = 0; slice < 10_000; slice += 1) {
      run(0.06)
      clock.openWait()
      idle(3)
      clock.closeWait()
    }
    assert.ok(Math.abs(clock.spent() - 600) < 0.001, String(clock.spent()))
  })

  test('slices of guest compute under host calls add up as well', () => {
    const { clock, run, idle } = start({ at: 987_654.321 })
    for (let slice = 0; slice < 10_000; slice += 1) {
      clock.openWait()
      run(0.06)
      idle(3)
      clock.closeWait()
    }
    assert.ok(Math.abs(clock.spent() - 600) < 0.001, String(clock.spent()))
  })

  test('nested waits stop the clock until the last of them ends', () => {
    const { clock, idle } = start()
    clock.openWait()
    idle(10)
    clock.openWait()
    clock.openWait()
    idle(10)
    clock.closeWait()
    clock.closeWait()
    idle(10)
    assert.equal(clock.isWaiting(), true)
    assert.equal(clock.spent(), 0)
    clock.closeWait()
    assert.equal(clock.isWaiting(), false)
    idle(4)
    assert.equal(clock.spent(), 4)
  })

  test('with countHostWaits it is the plain wall clock', () => {
    const { clock, run, idle } = start({ countHostWaits: true })
    run(1)
    clock.openWait()
    idle(100)
    run(2)
    assert.equal(clock.spent(), 103)
    assert.equal(clock.isWaiting(), false)
    clock.closeWait()
    idle(7)
    assert.equal(clock.spent(), 110)
  })

  test('reading it changes nothing', () => {
    const { clock, run, idle } = start()
    run(2)
    clock.openWait()
    run(3)
    assert.deepEqual([clock.spent(), clock.spent(), clock.isWaiting()], [5, 5, true])
    clock.closeWait()
    idle(1)
    assert.deepEqual([clock.spent(), clock.spent()], [6, 6])
  })
})

type Step = ['open'] | ['close'] | ['run', number] | ['idle', number]

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>(['open']),
  fc.constant<Step>(['close']),
  fc.tuple(fc.constant('run' as const), fc.nat(1_000)),
  fc.tuple(fc.constant('idle' as const), fc.nat(1_000)),
)

/** What the contract says one step costs. */
function costOf([kind, ms = 0]: Step, waits: number, countHostWaits: boolean): number {
  if (kind === 'run') return ms

  return kind === 'idle' && (waits === 0 || countHostWaits) ? ms : 0
}

function take({ clock, run, idle }: FakeTime, [kind, ms = 0]: Step): void {
  if (kind === 'open') clock.openWait()
  else if (kind === 'close') clock.closeWait()
  else if (kind === 'run') run(ms)
  else idle(ms)
}

test('any sequence of work and waits costs what the table says of each step', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, countHostWaits) => {
      const time = start({ countHostWaits, at: 700 })
      let waits = 0
      let spent = 0
      for (const one of steps) {
        if (one[0] === 'close' && waits === 0) continue
        spent += costOf(one, waits, countHostWaits)
        if (one[0] === 'open') waits += 1
        if (one[0] === 'close') waits -= 1
        take(time, one)
        // Whole milliseconds: sums are exact.
        assert.equal(time.clock.spent(), spent)
        assert.equal(time.clock.isWaiting(), waits > 0 && !countHostWaits)
      }
    }),
  )
})
