// The live children of a process, and other marks that a process leaves in /proc.

import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

const PAGE_BYTES = 4096
const LOOK_EVERY_MS = 20

/** The ids of a process's own children; dead ones that nobody has waited for are left out. */
export function childrenOf(parent: number = process.pid): Array<number> {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && parentOf(pid) === parent)
}

export function isAlive(pid: number): boolean {
  return parentOf(pid) !== undefined
}

/** Resident memory of processes together, in megabytes. */
export function residentMegabytes(pids: Array<number>): number {
  return pids.reduce((sum, pid) => sum + pagesOf(pid) * PAGE_BYTES, 0) / 1_048_576
}

/** Open descriptors of this process. */
export function descriptorCount(): number {
  return readdirSync('/proc/self/fd').length
}

/** Looks until `isSo` answers true. Throws when that has not come about within `ms`. */
export async function until(what: string, isSo: () => boolean, ms = 15_000): Promise<void> {
  const end = performance.now() + ms
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`Not so within ${ms} ms: ${what}`)
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    await setTimeout(LOOK_EVERY_MS)
  }
}

/** The parent's id, or `undefined` for a process that is gone or only waits to be reaped. */
function parentOf(pid: number): number | undefined {
  const stat = textOf(`/proc/${pid}/stat`)
  // The name may hold anything, so the fields are counted from its end.
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')

  return state === undefined || state === 'Z' || state === 'X' || parent === undefined
    ? undefined
    : Number(parent)
}

function pagesOf(pid: number): number {
  return Number(textOf(`/proc/${pid}/statm`).split(' ')[1] ?? 0)
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // The process ended between being listed and being read.
    return ''
  }
}
