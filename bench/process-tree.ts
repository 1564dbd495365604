// Memory and CPU of a process and its descendants, read from /proc. On other systems all of it reads 0.

import { readdirSync, readFileSync } from 'node:fs'

const PAGE_BYTES = 4096
/** /proc counts CPU in ticks of 10 ms on every Linux that Node supports. */
const TICK_MS = 10

/** `pid` and every descendant, parents first. */
export function processTree(pid: number): Array<number> {
  const children = list(`/proc/${pid}/task`)
    .flatMap((task) => read(`/proc/${pid}/task/${task}/children`).split(' '))
    .filter((text) => text !== '')

  return [pid, ...children.flatMap((child) => processTree(Number(child)))]
}

/** Resident bytes; pages that processes share count once for each. */
export function residentBytes(pids: Array<number>): number {
  return sum(pids, (pid) => Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * PAGE_BYTES)
}

/** Proportional bytes; pages that processes share are divided among them. */
export function proportionalBytes(pids: Array<number>): number {
  return sum(pids, (pid) => {
    const line = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))

    return Number(line?.[1] ?? 0) * 1024
  })
}

/** User and system time, reaped children included, in milliseconds with a grain of 10. */
export function cpuMs(pids: Array<number>): number {
  return sum(pids, (pid) => {
    const stat = read(`/proc/${pid}/stat`)
    // The process name may hold spaces and brackets; what follows the last bracket is regular.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')

    return sum(fields.slice(11, 15), Number) * TICK_MS
  })
}

/** Busy milliseconds of all cores since boot. */
export function machineBusyMs(): number {
  const [first = ''] = read('/proc/stat').split('\n', 1)
  const [user, nice, system, , , irq, softIrq, steal] = first.split(/\s+/).slice(1).map(Number)

  return sum([user, nice, system, irq, softIrq, steal], (ticks) => (ticks ?? 0) * TICK_MS)
}

/** Ends a process and its descendants at once, the youngest first. */
export function killTree(pid: number): void {
  for (const each of processTree(pid).toReversed()) {
    try {
      process.kill(each, 'SIGKILL')
    } catch {
      // It ended by itself between the listing and the signal, which is what we want.
    }
  }
}

function sum<T>(values: Array<T>, of: (value: T) => number): number {
  return values.reduce((total, value) => total + of(value), 0)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    // The process ended while we looked, or this is no Linux: nothing to count.
    return ''
  }
}

function list(path: string): Array<string> {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
