// Servers on this machine for native requests: one that answers, one that never does.

import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createSocketServer, type Server } from 'node:net'

export type LoopbackServer = AsyncDisposable & { url: string }

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')

  return `http://127.0.0.1:${address.port}`
}

/** Answers each request with `served <path>` and keeps what was asked. */
export async function startAnswering(): Promise<LoopbackServer & { seen: Array<string> }> {
  const seen: Array<string> = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    response.end(`served ${request.url}`)
  })

  return {
    url: await listen(server),
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Accepts connections and never answers on them. */
export async function startSilent(): Promise<LoopbackServer & { connected: Promise<unknown> }> {
  const server = createSocketServer((socket) => socket.on('error', () => socket.destroy()).resume())
  const connected = once(server, 'connection')

  return {
    url: await listen(server),
    connected,
    [Symbol.asyncDispose]: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}
