// The answers to whoever asks whether this server lives and whether it should get work.

import type { ExecutorObserver, ExecutorReport } from '@supolka/codemode-executor'

/** An answer in words. */
export type HealthAnswer = { status: 200 | 503; text: string }

/** What a report does not say by itself. */
export type HealthState = {
  /** Whether the last child that went had not managed to start. */
  hasFailedStart: boolean
}

/** Watches how children start, and answers. */
export type Health = {
  /** To be given to the executor. */
  observer: ExecutorObserver
  /** The answer to a path, or undefined for a path that is not about health. */
  answer(path: string, report: ExecutorReport): HealthAnswer | undefined
}

/** Makes the health of one server. */
export function createHealth(): Health {
  const state: HealthState = { hasFailedStart: false }

  return {
    observer: {
      onChildExit: ({ cause }) => {
        state.hasFailedStart = cause === 'failed-start' || cause === 'not-ready'
      },
    },
    answer: (path, report) => answerHealth(path, report, state),
  }
}

/**
 * Answers `/healthz`, which is 200 as long as the process serves, and `/readyz`, which is 503 while
 * the server drains, has no room for an execution, or has no child and could not start one.
 */
export function answerHealth(
  path: string,
  report: ExecutorReport,
  state: HealthState,
): HealthAnswer | undefined {
  if (path === '/healthz') return { status: 200, text: 'The server is alive.' }
  if (path !== '/readyz') return undefined
  const obstacle = obstacleOf(report, state)
  if (obstacle !== undefined) return { status: 503, text: obstacle }

  return { status: 200, text: 'The server takes executions.' }
}

function obstacleOf(report: ExecutorReport, { hasFailedStart }: HealthState): string | undefined {
  const { queueDepth, workers, limits, isDraining } = report
  if (isDraining) return 'The server is draining and takes no new executions.'
  const busy = workers.running + workers.retained
  // Where nothing may wait, only a worker that is not busy is room.
  const isFull = limits.queueLimit === 0 ? busy >= limits.workers : queueDepth >= limits.queueLimit
  if (isFull) {
    return `The queue is full: ${queueDepth} executions wait of ${limits.queueLimit} that may.`
  }
  const isAnyAlive = busy + workers.ready + workers.resting > 0
  if (hasFailedStart && !isAnyAlive) return 'No worker can start. The log has the reason.'

  return undefined
}
