/* oxlint-disable no-await-in-loop -- the two sides must take turns */
// W1 to W5: small chunks of the floor and of the row alternate, so that a noisy neighbour hits both.

import type { RowProcess } from '../host/row-process.ts'
import { cpuMs, machineBusyMs, processTree } from '../process-tree.ts'
import { workloads, type WorkloadId } from '../workloads.ts'

export type Pair = { row: RowProcess; floor: RowProcess }

/** One side of a block: wall time of each run and CPU time per run, in milliseconds. */
type Side = { samples: Array<number>; cpuPerRun: number }

export type PairedBlock = {
  row: Side
  floor: Side
  /** Cores that the rest of the machine kept busy meanwhile. */
  otherLoad: number
}

const LEAST_CHUNKS = 2

export async function measurePairs(
  { row, floor }: Pair,
  id: WorkloadId,
  budgetScale: number,
): Promise<PairedBlock> {
  const { chunk, budgetMs } = workloads[id]
  await floor.call('warm', id)
  await row.call('warm', id)

  const sides = [startSide(floor), startSide(row)] as const
  const busyBefore = machineBusyMs()
  const start = performance.now()
  const end = start + budgetMs * budgetScale
  for (let turn = 0; turn < LEAST_CHUNKS || performance.now() < end; turn++) {
    for (const side of sides) await side.take(id, chunk)
  }

  const elapsed = performance.now() - start
  const busy = machineBusyMs() - busyBefore - sides[0].cpu() - sides[1].cpu()

  return {
    floor: sides[0].finish(),
    row: sides[1].finish(),
    otherLoad: Math.max(0, busy / elapsed),
  }
}

type OpenSide = {
  take(id: WorkloadId, runs: number): Promise<void>
  cpu(): number
  finish(): Side
}

function startSide(side: RowProcess): OpenSide {
  const samples: Array<number> = []
  let cpu = 0

  return {
    async take(id, runs) {
      const before = cpuMs(processTree(side.pid))
      samples.push(...(await side.call('measure', id, runs)))
      cpu += cpuMs(processTree(side.pid)) - before
    },
    cpu: () => cpu,
    finish: () => ({ samples, cpuPerRun: cpu / samples.length }),
  }
}
