// One connection: its transport, its RPC session, its open calls, and their end.

import type { Duplex } from 'node:stream'
import { RpcSession } from 'capnweb'
import type { WebSocket } from 'ws'
import { closeWithReason } from './close-socket.ts'
import { crossingError } from './crossing-errors.ts'
import { watchLiveness } from './liveness.ts'
import type { ServerSettings } from './options.ts'
import { SessionApi, type SessionContext } from './session-api.ts'
import { SessionCalls } from './session-calls.ts'
import { SocketTransport } from './socket-transport.ts'

export type SessionOptions = {
  socket: WebSocket
  /** The stream under the socket. */
  stream: Duplex
  settings: ServerSettings
  context: SessionContext
  onBytes: (direction: 'in' | 'out', bytes: number) => void
}

export type Session = {
  /** Calls that have not settled. */
  readonly openCalls: number
  /** Live entries of both sides' tables, for those who look for leaks. */
  readonly stats: { imports: number; exports: number }
  /** Resolves when no call is open, at the latest when the peer is gone. */
  idle: () => Promise<void>
  /** Ends the connection with a close code and a reason; open calls are aborted. */
  close: (code: number, reason: string) => void
  /** Resolves with the close code when the socket is gone. */
  readonly closed: Promise<number>
}

/** Serves one accepted socket until it closes. A peer that goes away ends its runs; handles stay. */
export function serveSession(options: SessionOptions): Session {
  const { socket, stream, settings, context, onBytes } = options
  const closed = Promise.withResolvers<number>()
  const calls = new SessionCalls(settings.maxCallsInFlight)
  const transport = new SocketTransport({
    socket,
    stream,
    maxCalls: settings.maxCallsInFlight,
    maxBytes: settings.maxConnectionBytes,
    onBytes,
    onEnd: () => calls.end(),
  })
  const rpc = new RpcSession(transport, new SessionApi(context, calls), {
    onSendError: (error) => crossingError(error, settings.responseLimit),
  })
  watchLiveness({
    socket,
    stream,
    interval: settings.keepaliveInterval,
    onDead: () => socket.terminate(),
  })
  socket.once('close', (code: number) => closed.resolve(code))

  return {
    get openCalls() {
      return calls.openCalls
    },
    get stats() {
      return rpc.getStats()
    },
    idle: () => calls.idle(),
    close: (code, reason) => closeWithReason(socket, code, reason),
    closed: closed.promise,
  }
}
