// From the blocks of one row to the lines of its table. Every ratio is row / floor.

import type { RowRecord } from './measure/measure-round.ts'
import { median, quantile } from './statistics.ts'
import {
  throughput,
  touches,
  touchIds,
  workloadIds,
  workloads,
  type WorkloadId,
} from './workloads.ts'

const QUIET = 0.1
const MEGABYTE = 1_048_576

export type Line = {
  id: string
  title: string
  row?: number
  floor?: number
  /** The median over rounds of the ratio that each round found. */
  ratio?: number
  /** The ratio of the tenth percentiles: what is left when neighbours are quiet. */
  quietRatio?: number
  /** The least and the largest ratio of any round. */
  spread?: [number, number]
  /** Of CPU time per run, all processes of a side. */
  cpuRatio?: number
  mark?: { bound: 'at most' | 'at least'; value: number }
  isMet?: boolean
  error?: string
}

/** The lines that have a figure or an error to show. */
export function summarise(record: RowRecord): Array<Line> {
  const lines = [
    ...workloadIds.map((id) => workloadLine(record, id)),
    ...throughputLines(record),
    coldStartLine(record),
    ...memoryLines(record),
    ...touchLines(record),
  ]
  for (const line of lines) line.error = record.errors[line.id]

  return lines.filter((line) => line.row !== undefined || line.error !== undefined)
}

/** The load of everything else on the machine, in cores, over all blocks of runs in turns. */
export function otherLoad(record: RowRecord): number {
  const blocks = [...Object.values(record.pairs).flat(), ...record.touches]

  return median(blocks.map((block) => block.otherLoad))
}

function ratioOf(ratios: Array<number>): Pick<Line, 'ratio' | 'spread'> {
  return { ratio: median(ratios), spread: [Math.min(...ratios), Math.max(...ratios)] }
}

function workloadLine({ pairs }: RowRecord, id: WorkloadId): Line {
  const { title, mark: value } = workloads[id]
  const blocks = pairs[id] ?? []
  if (blocks.length === 0) return { id, title }

  const rowSamples = blocks.flatMap((block) => block.row.samples)
  const floorSamples = blocks.flatMap((block) => block.floor.samples)
  const ratios = ratioOf(
    blocks.map((block) => median(block.row.samples) / median(block.floor.samples)),
  )

  return {
    id,
    title,
    row: median(rowSamples),
    floor: median(floorSamples),
    ...ratios,
    quietRatio: quantile(rowSamples, QUIET) / quantile(floorSamples, QUIET),
    cpuRatio: median(blocks.map((block) => block.row.cpuPerRun / block.floor.cpuPerRun)),
    mark: { bound: 'at most', value },
    isMet: ratios.ratio !== undefined && ratios.ratio <= value,
  }
}

function throughputLines({ throughput: blocks }: RowRecord): Array<Line> {
  if (blocks.length === 0) return [{ id: 'w6', title: 'W6 runs per second, 16 in flight' }]
  const ratios = ratioOf(blocks.map((block) => block.perSecond / block.floorPerSecond))

  return [
    {
      id: 'w6',
      title: `W6 runs per second, ${throughput.concurrency} in flight`,
      row: median(blocks.map((block) => block.perSecond)),
      floor: median(blocks.map((block) => block.floorPerSecond)),
      ...ratios,
      mark: { bound: 'at least', value: throughput.mark },
      isMet: ratios.ratio !== undefined && ratios.ratio >= throughput.mark,
    },
    {
      id: 'w6-peak',
      title: 'W6 peak RSS, MB',
      row: Math.max(...blocks.map((block) => block.peakResident)) / MEGABYTE,
    },
  ]
}

function coldStartLine({ coldStart }: RowRecord): Line {
  const line = { id: 'w7', title: 'W7 cold start, ms' }
  if (coldStart.length === 0) return line

  return {
    ...line,
    row: median(coldStart.map((block) => block.row)),
    floor: median(coldStart.map((block) => block.floor)),
    ...ratioOf(coldStart.map((block) => block.row / block.floor)),
  }
}

function memoryLines({ heldRuns }: RowRecord): Array<Line> {
  const last = heldRuns.at(-1)
  if (!last) return [{ id: 'w8', title: 'W8 PSS per held run, MB' }]
  const megabytes = (side: 'row' | 'floor', of: 'idle' | 'perHeldRun') =>
    median(heldRuns.map((block) => block[side][of])) / MEGABYTE
  const workers = heldRuns.flatMap((block) => block.row.idleWorker ?? [])

  return [
    {
      id: 'w8',
      title: `W8 PSS per held run, MB (${last.row.held} in flight)`,
      row: megabytes('row', 'perHeldRun'),
      floor: megabytes('floor', 'perHeldRun'),
    },
    {
      id: 'w8-idle',
      title: 'W8 PSS that the idle row adds, MB',
      row: megabytes('row', 'idle'),
      floor: megabytes('floor', 'idle'),
    },
    {
      id: 'w8-worker',
      title: `W8 PSS of an idle worker, MB (of ${last.row.workers})`,
      row: workers.length > 0 ? median(workers) / MEGABYTE : undefined,
    },
  ]
}

/** Differences in milliseconds, not ratios; the spread is that of the rounds. */
function touchLines({ touches: blocks }: RowRecord): Array<Line> {
  if (blocks.length === 0) return [{ id: 'w9', title: 'W9 first touch of the web surface' }]
  const lines = touchIds.map((id): Line => {
    const { title, markMs: value } = touches[id]
    const all = (of: 'w1g' | typeof id) => blocks.flatMap(({ samples }) => samples[of])
    const added = blocks.map(({ samples }) => median(samples[id]) - median(samples.w1g))
    const row = median(all(id)) - median(all('w1g'))

    return {
      id,
      title,
      row,
      spread: [Math.min(...added), Math.max(...added)],
      mark: { bound: 'at most', value },
      isMet: row <= value,
    }
  })
  const idleHeap = median(blocks.map(({ idleHeapBytes }) => idleHeapBytes)) / MEGABYTE

  return [...lines, { id: 'w9-heap', title: 'W9 heap of an idle isolate, MB', row: idleHeap }]
}
