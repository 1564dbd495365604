// W8: what an idle row costs, and what each run costs that waits in a tool call.

import { setTimeout as sleep } from 'node:timers/promises'
import { startRowProcess } from '../host/row-process.ts'
import { processTree, proportionalBytes } from '../process-tree.ts'
import { heldRun } from '../workloads.ts'

const SETTLE_MS = 200

/** Proportional set sizes in bytes. */
export type HeldBlock = {
  /** What the tree grew by when the row was created and had answered once. */
  idle: number
  /** The mean of the row's child processes while idle; absent where the row has none. */
  idleWorker?: number
  workers: number
  perHeldRun: number
  /** How many of the runs were in flight at once. */
  held: number
}

export async function measureHeldRuns(row: string): Promise<HeldBlock> {
  const host = startRowProcess(row)
  const settledBytes = async () => {
    await host.call('collectGarbage')
    await sleep(SETTLE_MS)

    return proportionalBytes(processTree(host.pid))
  }
  try {
    const before = await settledBytes()
    await host.call('measure', 'w1', 1)
    const idle = await settledBytes()
    const workers = processTree(host.pid).slice(1)
    const workerBytes = proportionalBytes(workers)

    const held = await host.call('hold', heldRun.count)
    const holding = await settledBytes()
    const succeeded = await host.call('release')
    if (succeeded < heldRun.count) {
      throw new Error(`Only ${succeeded} of ${heldRun.count} held runs succeeded`)
    }

    return {
      idle: idle - before,
      idleWorker: workers.length > 0 ? workerBytes / workers.length : undefined,
      workers: workers.length,
      perHeldRun: (holding - idle) / held,
      held,
    }
  } finally {
    await host.stop()
  }
}
