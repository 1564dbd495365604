/* oxlint-disable no-await-in-loop -- the programs must take turns */
// W9: what the first touch of the web surface adds to the trivial program, and what an isolate holds that
// nobody has used. The floor has no web surface, so the row is measured against itself.

import type { RowProcess } from '../host/row-process.ts'
import { cpuMs, machineBusyMs, processTree } from '../process-tree.ts'
import { programs, TOUCH_BUDGET_MS, touchIds, type ProgramId, type TouchId } from '../workloads.ts'

/** The trivial program in the rhythm of the touches. */
const TRIVIAL = 'w1g'

export type TouchBlock = {
  /** Wall time of each run, in milliseconds. */
  samples: Record<TouchId | typeof TRIVIAL, Array<number>>
  idleHeapBytes: number
  /** Cores that the rest of the machine kept busy meanwhile. */
  otherLoad: number
}

export async function measureTouches(row: RowProcess, budgetScale: number): Promise<TouchBlock> {
  const samples: TouchBlock['samples'] = { [TRIVIAL]: [], w9u: [], w9f: [] }
  const turns: Array<keyof typeof samples & ProgramId> = [TRIVIAL, ...touchIds]
  for (const id of turns) await row.call('warm', id)

  const othersBusyMs = (): number => machineBusyMs() - cpuMs(processTree(row.pid))
  const busyBefore = othersBusyMs()
  const start = performance.now()
  const end = start + TOUCH_BUDGET_MS * budgetScale
  while (samples[TRIVIAL].length === 0 || performance.now() < end) {
    for (const id of turns) samples[id].push(...(await row.call('measure', id, programs[id].chunk)))
  }

  const otherLoad = Math.max(0, (othersBusyMs() - busyBefore) / (performance.now() - start))

  return { samples, idleHeapBytes: await row.call('idleHeap'), otherLoad }
}
