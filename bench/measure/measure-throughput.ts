// W6: trivial runs per second at a fixed concurrency; half of the floor's runs before the row's, half after.

import { processTree, residentBytes } from '../process-tree.ts'
import { throughput } from '../workloads.ts'
import type { Pair } from './measure-pairs.ts'

const SAMPLE_EVERY_MS = 25

export type ThroughputBlock = {
  perSecond: number
  floorPerSecond: number
  /** The largest resident size of the row's tree, in bytes. */
  peakResident: number
}

export async function measureThroughput(
  { row, floor }: Pair,
  budgetScale: number,
): Promise<ThroughputBlock> {
  const runs = Math.round(throughput.runs * budgetScale)
  const before = await floor.call('throughput', Math.round(runs / 2))

  let peakResident = 0
  const sample = () => {
    peakResident = Math.max(peakResident, residentBytes(processTree(row.pid)))
  }
  const sampling = setInterval(sample, SAMPLE_EVERY_MS)
  try {
    const { perSecond } = await row.call('throughput', runs)
    sample()
    const after = await floor.call('throughput', Math.round(runs / 2))

    // The same number of runs on both sides: their mean rate is the harmonic one.
    const floorPerSecond = 2 / (1 / before.perSecond + 1 / after.perSecond)

    return { perSecond, floorPerSecond, peakResident }
  } finally {
    clearInterval(sampling)
  }
}
