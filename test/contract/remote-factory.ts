// Executors for the contract suite that are a client and a server of their own.

import { openServed, type ServedOptions } from '../wire/served.ts'
import type { ExecutorFactory } from './executor-factory.ts'

/** A factory of remote executors: the settings are the server's, and disposing ends both sides. */
export function remoteFactory(rest: Omit<ServedOptions, 'server'> = {}): ExecutorFactory {
  return async ({ allowLoopback = false, ...options } = {}) => {
    const { executor, dispose } = await openServed({
      ...rest,
      server: { ...options, outboundPolicy: { allowPrivateAddresses: allowLoopback } },
    })

    return {
      execute: (request) => executor.execute(request),
      invokeHandle: (id, name, request) => executor.invokeHandle(id, name, request),
      closeHandles: (id) => executor.closeHandles(id),
      dispose: async () => {
        // The client first, so that open calls meet its own end and not the server's.
        await executor.dispose()
        await dispose()
      },
    }
  }
}
