// Writes what an executor does into the log: facts only, unless the operator asked for more.

import type { ChildExitCause, ExecutorObserver } from '@supolka/codemode-executor'
import type { Logger } from './log.ts'

/** Ends that a healthy server has too. What a program did to its child is told with its run. */
const ORDINARY = new Set<ChildExitCause>([
  'recycled',
  'surplus',
  'restless',
  'timeout',
  'memory',
  'aborted',
  'handles-closed',
  'disposed',
])

/**
 * Watches for the log: runs at debug, what ended in a fault and children that died for no good reason
 * at warn. The last words of a child are logged only under `logPrograms`.
 */
export function createLogObserver(logger: Logger, logPrograms: boolean): ExecutorObserver {
  return {
    onExecution: ({ outcome, queuedMs: waited, usage: { wallMs, toolCalls } }) => {
      const [queuedMs, durationMs] = [round(waited), round(wallMs)]
      const isFault = outcome === outcome.toUpperCase()
      const write = isFault ? logger.warn : logger.debug
      write.call(logger, { outcome, queuedMs, durationMs, toolCalls }, 'execution settled')
    },
    onChildExit: ({ workerId, cause, code: exitCode, signal, lastWords }) => {
      const write = ORDINARY.has(cause) ? logger.debug : logger.warn
      const words = logPrograms && lastWords !== '' ? { lastWords } : {}
      write.call(logger, { workerId, cause, exitCode, signal, ...words }, 'child is gone')
    },
    onHandlesClosed: (executionId) => logger.debug({ executionId }, 'handles closed'),
  }
}

/** To tenths of a millisecond. */
function round(ms: number): number {
  return Math.round(ms * 10) / 10
}
