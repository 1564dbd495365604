// The way in: an executor of this process, served over WebSocket.

import { createExecutor } from '@supolka/codemode-executor'
import { checkExposure } from './exposure.ts'
import type { ExecutorServer } from './executor-server.ts'
import { createHealth } from './health.ts'
import { joinObservers } from './join-observers.ts'
import { LentOutbounds } from './lent-outbounds.ts'
import { createLogObserver } from './log-observer.ts'
import { createMetrics } from './metrics.ts'
import { readServerOptions, type ServerOptions } from './options.ts'
import { loadSpans } from './spans.ts'
import { WireServer } from './wire-server.ts'

/**
 * Starts an executor and serves it. Rejects with TypeError or RangeError for a wrong option, for one
 * that would let strangers in, or when the address cannot be had. Whoever starts it closes it.
 */
export async function serve(options: ServerOptions = {}): Promise<ExecutorServer> {
  const settings = readServerOptions(options)
  checkExposure(settings)
  const { logger, logPrograms } = settings
  const spans = await loadSpans()
  const lentOutbounds = new LentOutbounds()
  const health = createHealth()
  // Scrapes and the executor's events come once both exist.
  const metrics = createMetrics(() => executor.report())
  const executor = createExecutor({
    ...settings.executor,
    observer: joinObservers([
      metrics.observer,
      health.observer,
      createLogObserver(logger, logPrograms),
      { onHandlesClosed: (executionId) => lentOutbounds.onHandlesClosed(executionId) },
    ]),
  })
  try {
    // Reads the files of TLS, so it may throw as well.
    const server = new WireServer({ settings, executor, metrics, health, lentOutbounds, spans })
    await server.listen()

    return server
  } catch (failure) {
    await executor.dispose()
    throw failure
  }
}
