// The sockets that a client opens, for tests that wait for what happens to one of them.

import { once } from 'node:events'
import type { OpenSocket } from '@supolka/cloudflare-codemode-executor'

export type WatchedSockets = {
  /** To be given to the client. */
  openSocket: OpenSocket
  /** When each was asked for, in milliseconds of `performance.now()`. */
  askedAt: Array<number>
  /** Resolves when the socket that was made last is closed. */
  closed: () => Promise<void>
}

/** Opens the platform's own sockets, and remembers them. */
export function watchSockets(): WatchedSockets {
  const askedAt: Array<number> = []
  let lastClosed: Promise<unknown> = Promise.resolve()

  return {
    askedAt,
    openSocket: (url) => {
      askedAt.push(performance.now())
      const socket = new WebSocket(url)
      // From the beginning: a socket that never opened closes while nobody waits.
      lastClosed = once(socket, 'close')

      return socket
    },
    closed: async () => {
      await lastClosed
    },
  }
}
