/* oxlint-disable no-await-in-loop -- the sides must take turns */
// One workload on every side: chunks of the sides alternate, so that a noisy neighbour hits all of them.

import { setTimeout } from 'node:timers/promises'
import { median, quantile } from '../statistics.ts'
import type { Side } from './side.ts'
import type { Workload } from './workloads.ts'

/** One side of a workload, in milliseconds and in ratios to the first side. */
export type Figures = {
  p50: number
  /** Median over chunks of (median of this side's chunk / median of the first side's). */
  ratio: number
  /** Ratio of the tenth percentiles. */
  quiet: number
}

const QUIET = 0.1

/** Figures in the order of `sides`. Rejects for the first wrong answer. */
export async function measureSides(
  sides: Array<Side>,
  workload: Workload,
  rounds: number,
): Promise<Array<Figures>> {
  const takes = sides.map((side) => ({ side, chunks: [] as Array<Array<number>> }))
  // The first chunk of each side is not measured: it compiles, connects and fills caches.
  for (const side of sides) await timeChunk(side, workload)
  for (let round = 0; round < rounds; round += 1) {
    // To and fro, so that no side always follows the same other.
    for (const { side, chunks } of round % 2 === 0 ? takes : takes.toReversed()) {
      chunks.push(await timeChunk(side, workload))
    }
  }
  const first = takes[0]?.chunks ?? []

  return takes.map(({ chunks }) => ({
    p50: median(chunks.flat()),
    ratio: median(chunks.map((chunk, round) => median(chunk) / median(first[round] ?? []))),
    quiet: quantile(chunks.flat(), QUIET) / quantile(first.flat(), QUIET),
  }))
}

async function timeChunk(side: Side, workload: Workload): Promise<Array<number>> {
  if (workload.lanes === 1) return runInTurn(side, workload, workload.chunk)
  const start = performance.now()
  const runs = workload.chunk / workload.lanes
  const lanes = Array.from({ length: workload.lanes }, () => runInTurn(side, workload, runs))
  await Promise.all(lanes)

  return [(performance.now() - start) / workload.chunk]
}

async function runInTurn(side: Side, workload: Workload, runs: number): Promise<Array<number>> {
  const samples: Array<number> = []
  while (samples.length < runs) {
    if (workload.gapMs > 0) await setTimeout(workload.gapMs)
    const start = performance.now()
    const { result, error } = await side.run(workload)
    samples.push(performance.now() - start)
    if (!workload.isAnswer(result)) {
      throw new Error(`${side.name}, ${workload.title}: ${error ?? 'a wrong answer'}`)
    }
  }

  return samples
}
