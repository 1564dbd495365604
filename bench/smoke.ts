/* oxlint-disable no-await-in-loop -- one row at a time */
// The quick pass: every row runs every program and must answer rightly. Nothing is timed.

import { startRowProcess } from './host/row-process.ts'
import { FLOOR } from './rows/registry.ts'
import { heldRun, throughput, touchIds, workloadIds } from './workloads.ts'

/** What went wrong, one line for each; empty when all answers were right. */
export async function smoke(rows: Array<string>): Promise<Array<string>> {
  const wrong: Array<string> = []
  for (const row of rows) {
    const host = startRowProcess(row)
    try {
      // The floor has no web surface to touch.
      const ids = row === FLOOR ? workloadIds : [...workloadIds, ...touchIds]
      for (const id of ids) await host.call('measure', id, 2)
      await host.call('throughput', throughput.concurrency)
      await host.call('hold', heldRun.count)
      const succeeded = await host.call('release')
      if (succeeded < heldRun.count)
        wrong.push(`${row}: ${succeeded} of ${heldRun.count} held runs`)
    } catch (error) {
      wrong.push(`${row}: ${String(error)}`)
    } finally {
      await host.stop()
    }
  }

  return wrong
}
