// What an executor says of itself: what is in force, and what goes on right now.

import { CONSOLE_CAPTURE_LIMIT, PAYLOAD_LIMIT } from '@supolka/codemode-executor-protocol'
import type { Settings } from './options.ts'
import { isolatedVmVersion } from './pool/spawn-child.ts'

/**
 * The versions that programs run on. Those of another binary than the host's own are `unknown` until
 * its first child has said them.
 */
export type ChildVersions = { node: string; v8: string; isolatedVm: string }

/** The wall around a program. */
export type Isolation = {
  level: 'process'
  /** One sentence: why it is this level. */
  reason: string
}

/** Every bound in force. Times are in milliseconds, sizes in bytes unless said otherwise. */
export type LimitsReport = {
  /** Child processes, and so executions at the same time. */
  workers: number
  /** Executions that may wait for a worker. */
  queueLimit: number
  /** The bound of a run that asks for none. */
  timeout: number
  /** The largest bound that a request may ask for. */
  maxTimeout: number
  /** In megabytes. */
  memoryLimit: number
  /** Wall time after which a run or an invocation ends; `null` where none is set. */
  maxOccupancy: number | null
  handlesIdleTimeout: number
  runsPerWorker: number
  /** Each part that a run sends outward. */
  payload: number
  /** A run's whole captured console. */
  console: number
  /** One answer that a run takes in. */
  answer: number
}

/** Workers by what they do. One whose child is being ended counts nowhere. */
export type WorkersReport = {
  /** The child has no isolate prepared yet. */
  starting: number
  /** Waits for an execution. */
  ready: number
  running: number
  /** Holds handles. */
  retained: number
  /** Its run has reported, and the next isolate is being prepared. */
  resting: number
}

/** What goes on in the pool. */
export type PoolReport = {
  /** Executions that wait for a worker. */
  queueDepth: number
  workers: WorkersReport
  /** Whether new executions are turned away: it drains, has drained, or is disposed. */
  isDraining: boolean
}

/** What is in force and what goes on, as plain JSON. */
export type ExecutorReport = ChildVersions &
  PoolReport & { isolation: Isolation; limits: LimitsReport }

const ISOLATION: Isolation = {
  level: 'process',
  reason:
    "Each program has an isolate of its own, in a child process under Node's permission model; no jail of the operating system is put around it.",
}

/** What children run on, before any of them has said so: known where it is the host's own binary. */
export function expectedVersions({ execPath }: Settings): ChildVersions {
  const { node, v8 } = execPath === process.execPath ? process.versions : UNKNOWN

  return { node, v8, isolatedVm: isolatedVmAtHand() }
}

const UNKNOWN = { node: 'unknown', v8: 'unknown' }

function isolatedVmAtHand(): string {
  try {
    return isolatedVmVersion()
  } catch {
    // It is missing or too old. Executions say so; a report only says what it knows.
    return 'unknown'
  }
}

/** The part of a report that does not change. */
export function reportInForce(
  settings: Settings,
  answerBound: number,
): { isolation: Isolation; limits: LimitsReport } {
  return {
    isolation: { ...ISOLATION },
    limits: {
      workers: settings.workers,
      queueLimit: settings.queueLimit,
      timeout: settings.timeout,
      maxTimeout: settings.maxTimeout,
      memoryLimit: settings.memoryLimit,
      maxOccupancy: settings.maxOccupancy ?? null,
      handlesIdleTimeout: settings.handlesIdleTimeout,
      runsPerWorker: settings.runsPerWorker,
      payload: PAYLOAD_LIMIT,
      console: CONSOLE_CAPTURE_LIMIT,
      answer: answerBound,
    },
  }
}
