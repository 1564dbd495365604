// capnweb's messages over one WebSocket: text frames out, text frames in, and the end of it told once.

import type { RpcTransport } from 'capnweb'
import { LazyMessages } from './lazy-messages.ts'
import type { Socket } from './socket.ts'

/** What a connection is known to have ended of. */
export type SocketEnd = { reason: string; code?: number }

/** Close code of a client's own: the first that applications may use. */
const GIVEN_UP = 3000

/** A close frame holds 125 bytes, two of them the code; a socket throws for a longer reason. */
const MAX_REASON_BYTES = 123

/** How long a peer may take over its part of the closing, in milliseconds. */
const CLOSE_PATIENCE_MS = 1_000

/** A socket as capnweb sees it. Whoever makes it closes it, by `close` or by aborting the session. */
export class SocketTransport implements RpcTransport {
  readonly #socket: Socket
  readonly #received: Array<string> = []
  readonly #outgoing: LazyMessages
  readonly #ended = Promise.withResolvers<SocketEnd>()
  readonly #gone = Promise.withResolvers<void>()
  #waiting: PromiseWithResolvers<string> | undefined
  #lastHeardAt: number = performance.now()
  #end: SocketEnd | undefined
  #patience: ReturnType<typeof setTimeout> | undefined
  #isGone = false

  /** Wraps an open socket at once: frames that arrived before would be lost. */
  constructor(socket: Socket) {
    this.#socket = socket
    this.#outgoing = new LazyMessages((message) => socket.send(message))
    socket.addEventListener('message', ({ data }) => this.#onFrame(data))
    socket.addEventListener('close', ({ code, reason }) => {
      this.#finish({ code, reason: reason || `The socket closed with code ${code}.` })
      this.#letGo()
    })
    socket.addEventListener('error', () => this.#finish({ reason: 'The socket failed.' }))
  }

  /** When something last came in, in milliseconds of `performance.now()`. */
  get lastHeardAt(): number {
    return this.#lastHeardAt
  }

  /** What it ended of; undefined while it is open. */
  get end(): SocketEnd | undefined {
    return this.#end
  }

  /** Settles when the socket is gone, or was given up by `close`. */
  get ended(): Promise<SocketEnd> {
    return this.#ended.promise
  }

  /** Settles when the socket is gone, after `close` within a second whatever the peer does. */
  get gone(): Promise<void> {
    return this.#gone.promise
  }

  /** Ends it, with what is to be told about that. Idempotent. */
  close(reason: string): void {
    this.#finish({ reason })
    this.#socket.close(GIVEN_UP, fitReason(reason))
    if (this.#isGone) return
    this.#patience ??= setTimeout(() => {
      terminate(this.#socket)
      this.#letGo()
    }, CLOSE_PATIENCE_MS)
  }

  send(message: string): void {
    if (this.#end === undefined) this.#outgoing.add(message)
  }

  async receive(): Promise<string> {
    const next = this.#received.shift()
    if (next !== undefined) return next
    if (this.#end !== undefined) throw new Error(this.#end.reason)
    this.#waiting = Promise.withResolvers<string>()

    return this.#waiting.promise
  }

  abort(reason: unknown): void {
    this.close(reason instanceof Error ? reason.message : String(reason))
  }

  #onFrame(data: unknown): void {
    this.#lastHeardAt = performance.now()
    if (this.#end !== undefined) return
    if (typeof data !== 'string') this.close('The server sent a frame that is not text.')
    else if (this.#waiting === undefined) this.#received.push(data)
    else {
      this.#waiting.resolve(data)
      this.#waiting = undefined
    }
  }

  #letGo(): void {
    this.#isGone = true
    clearTimeout(this.#patience)
    this.#gone.resolve()
  }

  #finish(how: SocketEnd): void {
    if (this.#end !== undefined) return
    this.#end = how
    this.#outgoing.drop()
    this.#waiting?.reject(new Error(how.reason))
    this.#waiting = undefined
    this.#ended.resolve(how)
  }
}

/**
 * Drops a socket whose peer takes no part in closing it. The standard has no way to; sockets such as
 * those of `ws` have. Others stay with the platform, which lets them go in its own time.
 */
function terminate(socket: Socket): void {
  const drop: unknown = Reflect.get(socket, 'terminate')
  if (typeof drop === 'function') Reflect.apply(drop, socket, [])
}

/** As much of a reason as fits, in whole characters. */
function fitReason(reason: string): string {
  const { read } = new TextEncoder().encodeInto(reason, new Uint8Array(MAX_REASON_BYTES))

  return reason.slice(0, read)
}
