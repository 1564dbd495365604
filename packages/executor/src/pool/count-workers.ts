// How many workers do what, for a report.

import type { WorkersReport } from '../report.ts'
import type { Worker } from './worker.ts'

/** Counts workers by what they do; `retaining` are the ones that hold handles. */
export function countWorkers(
  workers: Iterable<Worker>,
  retaining: ReadonlySet<Worker>,
): WorkersReport {
  const counts = { starting: 0, ready: 0, running: 0, retained: 0, resting: 0 }
  for (const worker of workers) {
    const { state } = worker
    if (state === 'occupied') counts[retaining.has(worker) ? 'retained' : 'running'] += 1
    else if (state !== 'doomed') counts[state] += 1
  }

  return counts
}
