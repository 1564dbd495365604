// A soak: very many runs that end in every way, after which the host holds no more than before.

import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { childrenOf, until } from '../lifecycle/children.ts'
import { openExecutor } from '../lifecycle/open-executor.ts'
import { randomNumbers } from './random-numbers.ts'
import { growthOf, takeVitals, type Vitals } from './vitals.ts'
import { drawLoad, sharedSignal } from './workload.ts'

const isFull = process.env['FULL'] !== undefined
const RUNS = isFull ? 10_000 : 1_500
/** Caches fill and code is compiled until then. */
const WARM_RUNS = isFull ? 1_000 : 300
const BATCH = 100
const WORKERS = 2
const LANES = 4

/** Above what medians of samples differ by when nothing grows: seen on a busy machine, doubled. */
const bounds = new Map(Object.entries({ heap: 1, host: 24, tree: 60 }))

test(`${RUNS} runs that end in every way leave memory, descriptors and timers flat`, async (t) => {
  const own = { ...takeVitals(), listeners: process.eventNames().length }
  const executor = openExecutor({ workers: WORKERS, memoryLimit: 16 })
  const random = randomNumbers(20_261_130)
  const tally = new Map<string, number>()
  const samples: Array<Vitals> = []

  const inLane = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      const load = drawLoad(random())
      // oxlint-disable-next-line no-await-in-loop -- a lane runs one after the other
      assert.equal(await load.run(executor), '')
      tally.set(load.name, (tally.get(load.name) ?? 0) + 1)
    }
  }

  for (let done = 0; done < RUNS; done += BATCH) {
    // oxlint-disable-next-line no-await-in-loop -- the samples are taken between the batches
    await Promise.all(Array.from({ length: LANES }, () => inLane(BATCH / LANES)))
    // oxlint-disable-next-line no-await-in-loop -- replacements of children that died are starting
    await until('the pool is whole again', () => childrenOf().length === WORKERS)
    if (done >= WARM_RUNS) samples.push(takeVitals())
  }

  const growth = growthOf(samples)
  t.diagnostic(JSON.stringify({ first: samples[0], last: samples.at(-1), growth }))
  t.diagnostic(JSON.stringify(Object.fromEntries(tally)))
  const grown = Object.entries(growth).filter(([name, by]) => by > (bounds.get(name) ?? 0))
  assert.deepEqual(grown, [])
  assert.equal(getEventListeners(sharedSignal, 'abort').length, 0)
  assert.equal(process.eventNames().length, own.listeners)
  assert.equal(tally.size, 7, 'every kind of end came about')

  await executor.dispose()
  assert.deepEqual(childrenOf(), [])
  await until('descriptors are as they were', () => takeVitals().descriptors <= own.descriptors)
})
