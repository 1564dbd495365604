// Children killed at random while they work: every call settles once, rightly or with a fault that can
// be retried, and the pool is whole afterwards.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { ExecutorError, type ExecuteResult } from '@supolka/codemode-executor'
import { childrenOf, until } from '../lifecycle/children.ts'
import { openExecutor } from '../lifecycle/open-executor.ts'
import { within } from '../lifecycle/settlement.ts'
import { randomNumbers } from './random-numbers.ts'

const isFull = process.env['FULL'] !== undefined
const LOAD_MS = isFull ? 60_000 : 8_000
const WORKERS = 3
const LANES = 6
/** Pauses between kills: shorter than a start, so that starting children die as well. */
const MAX_PAUSE_MS = 400
const providers = [{ name: 'tools', tools: ['double'] }]

const codeOf = (value: number): string => `async () => {
  let sum = 0
  for (let index = 0; index < 5; index += 1) {
    console.log(index)
    sum += await tools.double(${value})
  }
  return sum
}`

test(`children killed at random for ${LOAD_MS / 1000} s lose no call and change no result`, async (t) => {
  const executor = openExecutor({ workers: WORKERS, runsPerWorker: 40 })
  const random = randomNumbers(7)
  const end = performance.now() + LOAD_MS
  const tally = { right: 0, faults: 0, startFaults: 0, kills: 0 }

  const runOnce = async (value: number): Promise<void> => {
    let calls = 0
    let isSettled = false
    const dispatch = async (_: string, __: string, argsJson: string): Promise<string> => {
      assert.ok(!isSettled, 'a tool was called after its run had settled')
      calls += 1

      return `{"result":${Number(argsJson) * 2}}`
    }
    const onLog = (): void => assert.ok(!isSettled, 'a line was heard after its run had settled')
    try {
      const call = executor.execute({ code: codeOf(value), providers, dispatch, onLog })
      const outcome = await within(call, 30_000)
      isSettled = true
      assertRight(outcome, value)
      tally.right += 1
    } catch (failure) {
      isSettled = true
      assertCrash(failure, calls)
      if (failure.dispatched === undefined) tally.startFaults += 1
      else tally.faults += 1
    }
  }
  const inLane = async (lane: number): Promise<void> => {
    for (let value = lane; performance.now() < end; value += LANES) {
      // oxlint-disable-next-line no-await-in-loop -- a lane runs one after the other
      await runOnce(value)
    }
  }
  const killing = async (): Promise<void> => {
    while (performance.now() < end) {
      // oxlint-disable-next-line no-await-in-loop -- the pause is the rate of the kills
      await setTimeout(random() * MAX_PAUSE_MS)
      const children = childrenOf()
      const victim = children[Math.floor(random() * children.length)]
      if (victim !== undefined) {
        process.kill(victim, 'SIGKILL')
        tally.kills += 1
      }
    }
  }

  await Promise.all([killing(), ...Array.from({ length: LANES }, (_, lane) => inLane(lane))])
  t.diagnostic(JSON.stringify(tally))
  assert.ok(tally.right > 0 && tally.faults > 0)

  // The last kill may have hit a child that was starting, and then the next call may still fail for it.
  await until('there are as many children as asked for', () => childrenOf().length === WORKERS)
  const canary = await within(executor.execute({ code: `async () => 'canary'` }))
  assert.equal(canary.result, 'canary')
  await executor.dispose()
  assert.deepEqual(childrenOf(), [])
})

function assertRight({ result, error, logs }: ExecuteResult, value: number): void {
  assert.equal(error, undefined)
  assert.equal(result, value * 10)
  assert.deepEqual(
    logs?.map(({ text }) => text),
    ['0', '1', '2', '3', '4'],
  )
}

function assertCrash(failure: unknown, calls: number): asserts failure is ExecutorError {
  if (!(failure instanceof ExecutorError)) throw failure
  assert.equal(failure.code, 'WORKER_CRASHED')
  assert.ok(failure.retryable)
  if (failure.dispatched === undefined) assert.match(failure.message, /failed to start/v)
  assert.equal(failure.dispatched ?? 0, calls)
}
