// One WebSocket of this platform and its other end, over loopback.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocket as PeerSocket, WebSocketServer } from 'ws'

export type SocketPair = AsyncDisposable & {
  /** The platform's own socket, open. */
  socket: WebSocket
  /** The far end. */
  peer: PeerSocket
  server: WebSocketServer
}

/** Opens both ends. Whoever opens them disposes them. */
export async function openPair(): Promise<SocketPair> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`)
  const [[peer]] = (await Promise.all([once(server, 'connection'), once(socket, 'open')])) as [
    [PeerSocket],
    unknown,
  ]

  return {
    socket,
    peer,
    server,
    [Symbol.asyncDispose]: async () => {
      for (const client of server.clients) client.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}
