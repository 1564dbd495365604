/* oxlint-disable no-await-in-loop -- measurements must not overlap */
// One round of one row: every measurement, each against a floor of its own, in fresh processes.

import { setTimeout as sleep } from 'node:timers/promises'
import { startRowProcess } from '../host/row-process.ts'
import { machineBusyMs } from '../process-tree.ts'
import { FLOOR } from '../rows/registry.ts'
import type { WorkloadId } from '../workloads.ts'
import { measureColdStart } from './measure-cold-start.ts'
import { measureHeldRuns, type HeldBlock } from './measure-held-runs.ts'
import { measurePairs, type Pair, type PairedBlock } from './measure-pairs.ts'
import { measureTouches, type TouchBlock } from './measure-touches.ts'
import { measureThroughput, type ThroughputBlock } from './measure-throughput.ts'

const COLD_STARTS = 2
const QUIET_LOAD = 0.8
const QUIET_PATIENCE_MS = 600
const QUIET_PROBE_MS = 120

/** What one row measured, block after block; `errors` names what could not be measured and why. */
export type RowRecord = {
  pairs: Partial<Record<WorkloadId, Array<PairedBlock>>>
  throughput: Array<ThroughputBlock>
  coldStart: Array<{ row: number; floor: number }>
  heldRuns: Array<{ row: HeldBlock; floor: HeldBlock }>
  touches: Array<TouchBlock>
  errors: Record<string, string>
}

export function createRowRecord(): RowRecord {
  return { pairs: {}, throughput: [], coldStart: [], heldRuns: [], touches: [], errors: {} }
}

export type RoundPlan = {
  workloads: Array<WorkloadId>
  budgetScale: number
  /** W6 to W8. */
  extras: boolean
  /** W9. */
  touches: boolean
}

export async function measureRound(
  row: string,
  record: RowRecord,
  { workloads, budgetScale, extras, touches }: RoundPlan,
): Promise<void> {
  await waitForQuiet()
  if (extras) await measureProcesses(row, record)

  const pair = startPair(row)
  // After an error either side may be in any state, so the next measurement gets a new pair.
  const attemptOnPair = async (label: string, measure: () => Promise<void>) => {
    const isGood = await attempt(record, label, measure)
    if (!isGood) await restartPair(row, pair)
  }
  try {
    for (const id of workloads) {
      await attemptOnPair(id, async () => {
        const block = await measurePairs(pair, id, budgetScale)
        ;(record.pairs[id] ??= []).push(block)
      })
    }
    if (touches && row !== FLOOR) {
      await attemptOnPair('w9', async () => {
        record.touches.push(await measureTouches(pair.row, budgetScale))
      })
    }
    if (!extras) return
    await attemptOnPair('w6', async () => {
      record.throughput.push(await measureThroughput(pair, budgetScale))
    })
  } finally {
    await stopPair(pair)
  }
}

async function measureProcesses(row: string, record: RowRecord): Promise<void> {
  await attempt(record, 'w7', async () => {
    for (let i = 0; i < COLD_STARTS; i++) {
      const floor = await measureColdStart(FLOOR)
      record.coldStart.push({ floor, row: await measureColdStart(row) })
    }
  })
  await attempt(record, 'w8', async () => {
    const floor = await measureHeldRuns(FLOOR)
    record.heldRuns.push({ floor, row: await measureHeldRuns(row) })
  })
}

/**
 * A row that cannot do one thing is still measured on the rest. What failed once is not tried again,
 * since a row that hangs would take the whole patience of every round.
 */
async function attempt(
  record: RowRecord,
  label: string,
  measure: () => Promise<void>,
): Promise<boolean> {
  if (record.errors[label] !== undefined) return true

  try {
    await measure()

    return true
  } catch (error) {
    record.errors[label] = error instanceof Error ? error.message : String(error)

    return false
  }
}

function startPair(row: string): Pair {
  return { floor: startRowProcess(FLOOR), row: startRowProcess(row) }
}

async function stopPair(pair: Pair): Promise<void> {
  await Promise.all([pair.floor.stop(), pair.row.stop()])
}

async function restartPair(row: string, pair: Pair): Promise<void> {
  await stopPair(pair)
  Object.assign(pair, startPair(row))
}

/** Waits a little until the rest of the machine leaves at least one core free. */
async function waitForQuiet(): Promise<void> {
  const end = performance.now() + QUIET_PATIENCE_MS
  let load = Number.POSITIVE_INFINITY
  while (load > QUIET_LOAD && performance.now() < end) {
    const before = machineBusyMs()
    await sleep(QUIET_PROBE_MS)
    load = (machineBusyMs() - before) / QUIET_PROBE_MS
  }
}
