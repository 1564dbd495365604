// The connections of native fetch: each carries one exchange at a time and waits a little for the next.

import { createRequire } from 'node:module'
import type { Client as UndiciClient, Dispatcher } from 'undici'
import type { Dialled, Dialer } from './dialer.ts'

/** One connection, held by one exchange. */
type Connection = {
  dispatcher: Dispatcher
  /** Gives it back after an exchange that ran to its end. */
  release(): void
  /** Ends it at once, in any state, and waits until its sockets are gone. */
  destroy(): Promise<void>
}

/** All connections of one executor. */
export type Connections = {
  /** Gives a waiting connection to `origin`, or a new one that will dial when it is first used. */
  acquire(origin: string): Connection
  /** Destroys all of them, held or not. */
  close(): Promise<void>
}

/** Bound of the headers of a response, in bytes. */
const MAX_HEADER_SIZE = 65_536
/** How long a connection waits for its next exchange, in milliseconds. */
const KEEP_ALIVE = 2_000
/** How many connections wait at most. */
const MOST_IDLE = 32

const CLIENT_MODULE = 'undici/lib/dispatcher/client.js'

type Pooled = Connection & { origin: string }

/** `idle` is in the order in which its connections began to wait. */
type Pool = { open: Set<Pooled>; idle: Set<Pooled>; dial: Dialer }

/** Makes the connections that dial by `dial`. undici is loaded by the first of them. */
export function createConnections(dial: Dialer): Connections {
  const pool: Pool = { open: new Set(), idle: new Set(), dial }
  let closed = false

  return {
    acquire: (origin) => {
      if (closed) {
        throw new Error('the connections are closed')
      }
      const waiting = [...pool.idle].findLast((connection) => connection.origin === origin)
      if (waiting === undefined) {
        return addConnection(pool, origin)
      }
      pool.idle.delete(waiting)
      return waiting
    },
    close: async () => {
      closed = true
      await Promise.all([...pool.open].map((connection) => connection.destroy()))
    },
  }
}

function addConnection(pool: Pool, origin: string): Connection {
  const { client, end } = openClient(origin, pool.dial)
  let isUsable = true
  const connection: Pooled = {
    origin,
    dispatcher: client,
    release: () => {
      if (isUsable) {
        keepIdle(pool.idle, connection)
      } else {
        void connection.destroy()
      }
    },
    destroy: async () => {
      isUsable = false
      pool.idle.delete(connection)
      await end()
      pool.open.delete(connection)
    },
  }
  client.on('disconnect', () => {
    isUsable = false
    if (pool.idle.has(connection)) {
      void connection.destroy()
    }
  })
  pool.open.add(connection)
  return connection
}

function keepIdle(idle: Set<Pooled>, connection: Pooled): void {
  idle.add(connection)
  const [oldest] = idle
  if (oldest !== undefined && idle.size > MOST_IDLE) {
    void oldest.destroy()
  }
}

function openClient(
  origin: string,
  dial: Dialer,
): { client: UndiciClient; end: () => Promise<void> } {
  const dialled = new Set<Dialled>()
  const client = new (loadClient())(origin, {
    connect: (target, callback) => {
      const dialling = dial(target, (error, socket) => {
        if (error === null) {
          callback(null, socket)
        } else {
          callback(error, null)
        }
      })
      dialled.add(dialling)
    },
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_SIZE,
    // The clock of the run bounds all of these.
    connectTimeout: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE,
    keepAliveMaxTimeout: KEEP_ALIVE,
  })
  return {
    client,
    // undici forgets a socket that is still connecting, so the dials are ended here as well.
    end: async () => {
      const destroyed = client.destroy()
      await Promise.all([destroyed, ...[...dialled].map((each) => each.close())])
    },
  }
}

let loadedClient: typeof UndiciClient | undefined

// The package's main module puts its own dispatcher under the global fetch of the host, which is
// not ours to change. The client alone does not, and loads in a third of the time.
function loadClient(): typeof UndiciClient {
  if (loadedClient === undefined) {
    const client: typeof UndiciClient = createRequire(import.meta.url)(CLIENT_MODULE)
    loadedClient = client
  }
  return loadedClient
}
