// Why a child died: of what its program did, or of something else.

import { ExecutorError } from '@supolka/codemode-executor-protocol'
import type { ChildExit } from './worker.ts'

/** V8 aborts or traps when it runs out of memory or meets a size it cannot have. */
const OWN_SIGNALS = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL'])

/** The same deaths as a shell or a jail reports them: 128 and the signal's number. */
const OWN_CODES = new Set([134, 133, 132])

/** Whether a death without a verdict, while guest code ran, is the program's own doing. */
export function isOwnDoing({ code, signal }: ChildExit): boolean {
  return (signal !== null && OWN_SIGNALS.has(signal)) || (code !== null && OWN_CODES.has(code))
}

export function crashFault(workerId: number, exit: ChildExit): ExecutorError {
  return new ExecutorError('WORKER_CRASHED', `Worker ${workerId} died under the execution.`, {
    cause: exit,
  })
}

export function silenceFault(workerId: number): ExecutorError {
  return new ExecutorError('WORKER_CRASHED', `Worker ${workerId} stopped answering.`)
}

export function startFault(workerId: number, exit: ChildExit): ExecutorError {
  return new ExecutorError('WORKER_CRASHED', `Worker ${workerId} failed to start.`, { cause: exit })
}
