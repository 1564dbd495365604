// A server as a whole: its listener, its sessions, and its end in two steps, draining and closing.

import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Duplex } from 'node:stream'
import { WIRE_SUBPROTOCOL } from '@supolka/codemode-executor-protocol'
import type { ExecutorReport, InProcessExecutor } from '@supolka/codemode-executor'
import { WebSocketServer, type WebSocket } from 'ws'
import { findRefusal } from './admission.ts'
import { answerRequest } from './answer-request.ts'
import { ReasonedSocket } from './close-socket.ts'
import type { ExecutorServer } from './executor-server.ts'
import type { Health } from './health.ts'
import type { LentOutbounds } from './lent-outbounds.ts'
import { createListener, listen, refuseUpgrade, stopListening } from './listener.ts'
import type { Logger } from './log.ts'
import type { Metrics, RefusalReason } from './metrics.ts'
import type { ServerSettings } from './options.ts'
import type { Spans } from './spans.ts'
import { serveSession, type Session } from './session.ts'

export type WireServerParts = {
  settings: ServerSettings
  executor: InProcessExecutor
  metrics: Metrics
  health: Health
  lentOutbounds: LentOutbounds
  spans: Spans
}

/** Close code of RFC 6455 for a server that goes away. */
const GOING_AWAY = 1001

/** Frames of one message. Each may keep the whole chunk that it came in, which is up to 64 KB. */
const MAX_FRAGMENTS = 2_048

/** Chunks that one frame may come in. `ws` puts them together in a time that grows with their square. */
const MAX_CHUNKS = 32_768

export class WireServer implements ExecutorServer {
  readonly #parts: WireServerParts
  readonly #listener
  readonly #webSockets: WebSocketServer
  /** Streams of requests for a WebSocket that are not decided on yet. */
  readonly #pending = new Set<Duplex>()
  readonly #sessions = new Set<Session>()
  #address: AddressInfo | undefined
  #lastConnectionId = 0
  #drained: Promise<void> | undefined
  #closed: Promise<void> | undefined

  constructor(parts: WireServerParts) {
    const { settings } = parts
    this.#parts = parts
    this.#listener = createListener(
      settings,
      (request, response) => void answerRequest(request, response, parts),
      (request, stream, head) => void this.#onUpgrade(request, stream, head),
    )
    this.#webSockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: settings.maxMessageBytes,
      maxFragments: MAX_FRAGMENTS,
      maxBufferedChunks: MAX_CHUNKS,
      perMessageDeflate: false,
      // Pongs are paid by the transport, within the bounds of the connection.
      autoPong: false,
      WebSocket: ReasonedSocket,
      handleProtocols: (offered) => (offered.has(WIRE_SUBPROTOCOL) ? WIRE_SUBPROTOCOL : false),
    })
  }

  get address(): AddressInfo {
    if (this.#address === undefined) throw new Error('The server does not listen.')

    return this.#address
  }

  get url(): string {
    const { address, family, port } = this.address
    const { tlsCert, path } = this.#parts.settings
    const host = family === 'IPv6' ? `[${address}]` : address

    return `${tlsCert === undefined ? 'ws' : 'wss'}://${host}:${port}${path}`
  }

  /** The sessions that are open, for tests that look for what is left behind. */
  get sessions(): ReadonlySet<Session> {
    return this.#sessions
  }

  async listen(): Promise<void> {
    const { port, host, logger } = this.#parts.settings
    this.#address = await listen(this.#listener, port, host)
    logger.info({ url: this.url }, 'listening')
  }

  report(): ExecutorReport {
    return this.#parts.executor.report()
  }

  drain(): Promise<void> {
    this.#drained ??= this.#drain()

    return this.#drained
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()

    return this.#closed
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async #drain(): Promise<void> {
    const bound = new AbortController()
    const finish = async (): Promise<void> => {
      await this.#parts.executor.drain()
      await this.#idle()
    }
    const giveUp = setTimeout(this.#parts.settings.drainTimeout, undefined, {
      signal: bound.signal,
      ref: false,
    }).catch(() => undefined)
    await Promise.race([finish(), giveUp])
    bound.abort()
  }

  async #close(): Promise<void> {
    const { executor, settings } = this.#parts
    for (const stream of this.#pending) stream.destroy()
    await executor.dispose()
    // Every open call has settled by now: its answer leaves before the socket does.
    await this.#idle()
    await setImmediate()
    const sessions = [...this.#sessions]
    for (const session of sessions) session.close(GOING_AWAY, 'The server is shutting down.')
    await Promise.all(sessions.map((session) => session.closed))
    if (this.#address !== undefined) await stopListening(this.#listener)
    settings.logger.info({ connections: sessions.length }, 'stopped')
  }

  async #idle(): Promise<void> {
    await Promise.all([...this.#sessions].map((session) => session.idle()))
  }

  async #onUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const { settings } = this.#parts
    // A peer may vanish while it is decided on; its stream then tells nobody anything.
    const onError = (): void => void stream.destroy()
    stream.on('error', onError)
    if (this.#closed !== undefined) return this.#refuse(stream, 503, 'draining', CLOSING)
    if (this.#sessions.size + this.#pending.size >= settings.maxConnections) {
      return this.#refuse(stream, 503, 'connections', FULL)
    }
    this.#pending.add(stream)
    const refusal = await findRefusal(request, {
      ...settings,
      replica: settings.executor.replica,
      isDraining: this.#drained !== undefined,
    })
    this.#pending.delete(stream)
    if (stream.destroyed) return undefined
    if (refusal !== undefined) {
      return this.#refuse(stream, refusal.status, refusal.reason, refusal.text)
    }
    stream.off('error', onError)
    this.#webSockets.handleUpgrade(request, stream, head, (socket) => this.#serve(socket, stream))

    return undefined
  }

  #refuse(stream: Duplex, status: number, reason: RefusalReason, text: string): void {
    const { metrics, settings } = this.#parts
    metrics.onRefusal(reason)
    settings.logger.debug({ reason }, 'connection refused')
    refuseUpgrade(stream, status, text)
  }

  #serve(socket: WebSocket, stream: Duplex): void {
    const { settings, metrics, executor, lentOutbounds, spans } = this.#parts
    const { nativeOutbound, maxCallsInFlight, responseLimit, logPrograms } = settings
    const logger = settings.logger.child({ connectionId: (this.#lastConnectionId += 1) })
    const onProgram = logPrograms
      ? (program: string) => logger.debug({ program }, 'execution asked for')
      : undefined
    const session = serveSession({
      socket,
      stream,
      settings,
      context: {
        executor,
        lentOutbounds,
        spans,
        nativeOutbound,
        maxCallsInFlight,
        responseLimit,
        onProgram,
      },
      onBytes: (direction, bytes) => metrics.onBytes(direction, bytes),
    })
    void this.#attend(session, logger)
  }

  async #attend(session: Session, logger: Logger): Promise<void> {
    const { metrics } = this.#parts
    this.#sessions.add(session)
    metrics.onConnection(1)
    logger.info({ connections: this.#sessions.size }, 'connection opened')
    const code = await session.closed
    this.#sessions.delete(session)
    metrics.onConnection(-1)
    logger.info({ code, connections: this.#sessions.size }, 'connection closed')
  }
}

const CLOSING = 'The server is shutting down.'
const FULL = 'The server has as many connections as it may have. Try again later.'
