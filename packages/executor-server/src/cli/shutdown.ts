// From a signal to the end of a serving process: drain, close, end. A second signal ends it at once.

import { constants } from 'node:os'
import { MAX_SUPPORTED_TIMEOUT } from '@supolka/codemode-executor-protocol'
import type { ExecutorServer } from '../executor-server.ts'
import type { Logger } from '../log.ts'

/** How long closing may take once `drainTimeout` is over, in milliseconds. */
export const SHUTDOWN_GRACE = 5_000

/** What ends, and how long it may take. */
export type Shutdown = {
  server: Pick<ExecutorServer, 'drain' | 'close'>
  /** In milliseconds. */
  drainTimeout: number
  /** What closing may take beyond it, in milliseconds. */
  grace: number
  logger: Logger
}

type Signal = 'SIGTERM' | 'SIGINT'

/**
 * Waits for SIGTERM or SIGINT, then drains and closes the server. Resolves with the exit code once
 * nothing is left: 0. A second signal, or an end that does not come within `drainTimeout` and
 * `grace`, ends the process right here, with 128 and the signal's number, or with 1.
 */
export function endOnSignal(shutdown: Shutdown): Promise<number> {
  return new Promise((resolve, reject) => {
    let isEnding = false
    const onSignal = (signal: Signal): void => {
      if (isEnding) process.exit(128 + constants.signals[signal])
      isEnding = true
      end(shutdown, signal).then(resolve, reject)
    }
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
  })
}

async function end(shutdown: Shutdown, signal: Signal): Promise<number> {
  const { server, drainTimeout, grace, logger } = shutdown
  const startedAt = performance.now()
  const durationMs = (): number => Math.round(performance.now() - startedAt)
  // Not unreferenced: it is the bound, also where nothing else keeps the process alive.
  const bound = setTimeout(
    () => {
      logger.error({ signal, durationMs: durationMs() }, 'not closed in time')
      process.exit(1)
    },
    Math.min(drainTimeout + grace, MAX_SUPPORTED_TIMEOUT),
  )
  logger.info({ signal }, 'draining')
  await server.drain()
  logger.info({ durationMs: durationMs() }, 'drained')
  await server.close()
  clearTimeout(bound)
  logger.info({ durationMs: durationMs() }, 'closed')

  return 0
}
