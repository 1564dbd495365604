// What the descendants of this process use, read from /proc; everything is zero without it.

import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

const TICKS_PER_SECOND = 100
const PAGE_BYTES = 4096
const WINDOW_MS = 200

/** The share of one core below which this process and its descendants count as idle. */
const IDLE_SHARE = 0.35

/** The ids of all live descendants of this process. */
function descendants(): Array<number> {
  const childrenOf = new Map<number, Array<number>>()
  for (const pid of allProcesses()) {
    const parent = Number(statOf(pid)?.[1])
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), pid])
  }
  const found: Array<number> = []
  const open = [process.pid]
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    const children = childrenOf.get(pid) ?? []
    found.push(...children)
    open.push(...children)
  }

  return found
}

/** Resident memory of all descendants together, in MB. */
export function treeMegabytes(): number {
  return descendants().reduce((sum, pid) => sum + residentMegabytes(pid), 0)
}

/**
 * Waits until this process and its descendants use less than `IDLE_SHARE` of a core. The answer is
 * `undefined`, or a complaint when that did not come about within `ms`.
 */
export async function untilQuiet(ms = 4000): Promise<string | undefined> {
  const end = performance.now() + ms
  let share = 0
  while (performance.now() < end) {
    const spent = cpuSeconds()
    const start = performance.now()
    // oxlint-disable-next-line no-await-in-loop -- one window after the other is the measurement
    await setTimeout(WINDOW_MS)
    share = Math.max(0, cpuSeconds() - spent) / ((performance.now() - start) / 1000)
    if (share < IDLE_SHARE) return undefined
  }

  return `work goes on after the run settled: ${share.toFixed(1)} cores busy`
}

function cpuSeconds(): number {
  return [process.pid, ...descendants()].reduce((sum, pid) => {
    const stat = statOf(pid)

    return sum + (Number(stat?.[11] ?? 0) + Number(stat?.[12] ?? 0)) / TICKS_PER_SECOND
  }, 0)
}

function residentMegabytes(pid: number): number {
  return (Number(textOf(`/proc/${pid}/statm`)?.split(' ')[1] ?? 0) * PAGE_BYTES) / 1e6
}

/** The fields of a process behind its name, which may hold anything: state, parent, ... */
function statOf(pid: number): Array<string> | undefined {
  const text = textOf(`/proc/${pid}/stat`)

  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}

function allProcesses(): Array<number> {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    // No /proc on this system: there is nothing to measure.
    return []
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process ended between being listed and being read.
    return undefined
  }
}
