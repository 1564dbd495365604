// Resident memory of a child, read from outside. The child watches itself more closely; this is for a
// child that cannot any more. V8's limit covers its heap alone, so nothing else bounds the rest.

import { readFileSync } from 'node:fs'

const PAGE_BYTES = 4_096
const MEGABYTE = 1_048_576

/** V8 raises a heap near its limit before it gives up, and native memory comes on top of it. */
const LIMIT_FACTOR = 3
const ALLOWANCE_MB = 96

/** Resident memory of a process in bytes; zero where the system does not tell or it has just gone. */
export function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES
  } catch {
    return 0
  }
}

/** What a child that held `idleBytes` when it was idle may hold under a memory limit in megabytes. */
export function allowedResident(idleBytes: number, memoryLimit: number): number {
  return idleBytes + (LIMIT_FACTOR * memoryLimit + ALLOWANCE_MB) * MEGABYTE
}
