// The metrics of the process itself: one registry for all servers in it, since the observers under
// these metrics are never taken down again.

import { collectDefaultMetrics, Registry } from 'prom-client'

let registry: Registry | undefined

/** The registry of the process, made at the first call. */
export function processRegistry(): Registry {
  if (registry === undefined) {
    registry = new Registry()
    collectDefaultMetrics({ register: registry })
  }

  return registry
}
