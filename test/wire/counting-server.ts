// An HTTP server on loopback that counts the requests for each path: effects of runs that no broken
// link between a client and its server can undo or hide.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type CountingServer = AsyncDisposable & {
  /** Ends with a slash. */
  url: string
  /** How often each path was asked for, without its leading slash. */
  counts: ReadonlyMap<string, number>
}

/** Starts one on a free port. The caller disposes it. */
export async function countRequests(): Promise<CountingServer> {
  const counts = new Map<string, number>()
  const server = createServer(({ url = '/' }, response) => {
    const path = url.slice(1)
    counts.set(path, (counts.get(path) ?? 0) + 1)
    response.end('counted')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}/`,
    counts,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
