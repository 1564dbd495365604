// The HTTP side: plain requests are answered in words, requests for a WebSocket are let in or refused.

import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ServerSettings } from './options.ts'

/**
 * How long a client may take over TLS and over the head of a request, in milliseconds: one interval of
 * the keepalive within these.
 */
const MIN_HEAD_PATIENCE_MS = 1_000
const MAX_HEAD_PATIENCE_MS = 10_000

/** Idle connections for health and metrics are closed after this, in milliseconds. */
const IDLE_PATIENCE_MS = 5_000

/** Sockets beside the WebSockets, for health, metrics and refusals. */
const SPARE_SOCKETS = 64

export type UpgradeListener = (request: IncomingMessage, stream: Duplex, head: Buffer) => void

/** An HTTP or HTTPS server that does not listen yet. */
export function createListener(
  settings: ServerSettings,
  onRequest: RequestListener,
  onUpgrade: UpgradeListener,
): Server {
  const { tlsCert, tlsKey, keepaliveInterval } = settings
  const patience = Math.max(
    MIN_HEAD_PATIENCE_MS,
    Math.min(MAX_HEAD_PATIENCE_MS, Math.ceil(keepaliveInterval)),
  )
  const options = {
    headersTimeout: patience,
    requestTimeout: patience,
    // What is late is found by looking for it, by default each half minute.
    connectionsCheckingInterval: patience / 2,
    keepAliveTimeout: IDLE_PATIENCE_MS,
    noDelay: true,
  }
  const server =
    tlsCert === undefined || tlsKey === undefined
      ? createServer(options, onRequest)
      : createTlsServer(
          {
            ...options,
            handshakeTimeout: patience,
            cert: readFileSync(tlsCert),
            key: readFileSync(tlsKey),
          },
          onRequest,
        )
  server.maxConnections = settings.maxConnections + SPARE_SOCKETS
  server.on('upgrade', onUpgrade)
  // Malformed requests: the default answer and its closing are right.
  return server
}

/** Listens, and answers the address. Rejects when the address cannot be had. */
export async function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  const listening = Promise.withResolvers<void>()
  server.once('error', listening.reject)
  server.listen({ port, host }, listening.resolve)
  await listening.promise
  server.off('error', listening.reject)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')

  return address
}

/** Stops listening and drops what is left. Resolves when no socket is. */
export async function stopListening(server: Server): Promise<void> {
  const stopped = Promise.withResolvers<void>()
  server.close(() => stopped.resolve())
  server.closeAllConnections()
  await stopped.promise
}

/** Answers a request for a WebSocket with plain HTTP, and ends the stream. */
export function refuseUpgrade(stream: Duplex, status: number, text: string): void {
  const body = `${text}\n`
  const head = [
    `HTTP/1.1 ${status} ${PHRASES[status] ?? 'Refused'}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(EXTRA_HEADERS[status] ?? []),
  ]
  // The peer may be gone by now; there is nobody to tell.
  stream.on('error', () => stream.destroy())
  stream.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => stream.destroy())
}

const PHRASES: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  421: 'Misdirected Request',
  426: 'Upgrade Required',
  503: 'Service Unavailable',
}

const EXTRA_HEADERS: Readonly<Record<number, Array<string>>> = {
  401: ['WWW-Authenticate: Bearer'],
  426: ['Upgrade: websocket'],
  503: ['Retry-After: 1'],
}
