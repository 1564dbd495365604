// capnweb's messages over one accepted WebSocket, within the bounds of a connection. A peer that breaks
// one is told the reason and cut off.

import type { Duplex } from 'node:stream'
import type { RpcTransportWithCustomEncoding } from 'capnweb'
import type { RawData, WebSocket } from 'ws'
import { closeWithReason, dropSoon } from './close-socket.ts'
import { createLedger } from './ledger.ts'
import { readMessage, type PeerMessage } from './message-shape.ts'
import { WrongMessage } from './wrong-message.ts'

export type TransportOptions = {
  socket: WebSocket
  /** The stream under the socket. */
  stream: Duplex
  /** Calls that may be open; as many again may wait to be refused in words. */
  maxCalls: number
  /** Bytes that the connection may hold: open requests, unreleased answers, unread and unsent messages. */
  maxBytes: number
  onBytes: (direction: 'in' | 'out', bytes: number) => void
  /** Nothing comes in or goes out any more: the peer is gone, or was cut off and is about to be. */
  onEnd: () => void
}

/** Close codes of RFC 6455. */
const POLICY_VIOLATION = 1008
const UNSUPPORTED_FRAME = 1003

/** Unread messages at which the socket is paused. */
const UNREAD_BOUND = 64

/** What a value takes beside its text once it is parsed, in bytes: `{}` takes some fifty. */
const VALUE_BYTES = 64

/** What a message takes beside its text while it waits to be sent, in bytes. */
const UNSENT_BYTES = 512

type Unread = { content: unknown; bytes: number }

/**
 * It hands parsed messages to capnweb, so that what was checked is what is acted upon, and takes the
 * ones that go out unwritten.
 */
export class SocketTransport implements RpcTransportWithCustomEncoding {
  readonly encodingLevel = 'jsonCompatible'
  readonly #options: TransportOptions
  readonly #socket: WebSocket
  readonly #ledger = createLedger()
  readonly #unread: Array<Unread> = []
  #unreadBytes = 0
  #unsent = 0
  /** Calls of this side: the peer may answer those alone. */
  #sentCalls = 0
  #owedPong: Buffer | undefined
  #waiting: PromiseWithResolvers<unknown> | undefined
  #end: Error | undefined

  constructor(options: TransportOptions) {
    this.#options = options
    this.#socket = options.socket
    this.#socket.on('message', (data: RawData, isBinary: boolean) => {
      if (isBinary) this.cut('Only text frames are read here.', UNSUPPORTED_FRAME)
      else this.#onMessage(toBuffer(data))
    })
    this.#socket.on('ping', (payload: Buffer) => {
      this.#owedPong = payload
      this.#payPong()
    })
    this.#socket.on('close', (code) => this.#finish(`The connection closed with code ${code}.`))
    this.#socket.on('error', (failure: Error) => {
      this.#finish(failure.message)
      dropSoon(this.#socket)
    })
  }

  /** Calls that the peer has begun and not released. */
  get openCalls(): number {
    return this.#ledger.openCalls
  }

  send(message: unknown): void {
    if (this.#end !== undefined || !Array.isArray(message)) return
    const [kind, id]: Array<unknown> = message
    // The close frame tells the peer why; this one would repeat what it sent, at any length.
    if (kind === 'abort') return
    const text = JSON.stringify(message)
    const bytes = Buffer.byteLength(text)
    this.#options.onBytes('out', bytes)
    if (kind === 'push') this.#sentCalls += 1
    else if (kind !== 'pull' && kind !== 'release') this.#ledger.answer(Number(id), bytes)
    this.#unsent += 1
    this.#writeTogether()
    this.#socket.send(text, this.#onSent)
    // A peer that reads slower than it asks makes this side keep its answers.
    this.#checkBytes()
  }

  async receive(): Promise<unknown> {
    const next = this.#unread.shift()
    if (next !== undefined) {
      this.#unreadBytes -= next.bytes
      if (this.#unread.length === 0 && this.#socket.isPaused) this.#socket.resume()

      return next.content
    }
    if (this.#end !== undefined) throw this.#end
    this.#waiting = Promise.withResolvers<unknown>()

    return this.#waiting.promise
  }

  abort(reason: unknown): void {
    this.cut(reason instanceof Error ? reason.message : 'The session was aborted.')
  }

  /** Ends the connection and tells the peer why; the reason is cut to what a close frame holds. */
  cut(reason: string, code: number = POLICY_VIOLATION): void {
    if (this.#end !== undefined) return
    this.#finish(reason)
    closeWithReason(this.#socket, code, reason)
  }

  #onMessage(data: Buffer): void {
    if (this.#end !== undefined) return
    const bytes = data.byteLength
    this.#options.onBytes('in', bytes)
    try {
      this.#take(readMessage(data.toString('utf8')), bytes)
    } catch (failure) {
      if (!(failure instanceof WrongMessage)) throw failure
      return this.cut(failure.message)
    }
    this.#checkBytes()
    const { openCalls } = this.#ledger
    if (openCalls > this.#options.maxCalls * 2) {
      this.cut(`This connection has ${openCalls} open calls.`)
    }

    return undefined
  }

  #take(message: PeerMessage, bytes: number): void {
    switch (message.kind) {
      case 'call': {
        const id = this.#ledger.begin(bytes + message.values * VALUE_BYTES)
        this.#deliver(message.content, bytes)
        // Pulled here, whether the peer does or not: so every call has an answer, and nothing that
        // nobody asks for is kept.
        this.#deliver(['pull', id], 0)
        return undefined
      }
      case 'pull':
        if (!this.#ledger.knows(message.id)) throw new WrongMessage('No such call was made.')
        return undefined
      case 'release':
        if (!this.#ledger.release(message.id)) throw new WrongMessage('No such call is open.')
        return this.#deliver(message.content, bytes)
      case 'answer':
        if (message.id > this.#sentCalls) throw new WrongMessage('Nothing was asked under this id.')
        return this.#deliver(message.content, bytes)
      default:
        return this.cut('The peer has aborted its session.')
    }
  }

  #deliver(content: unknown, bytes: number): void {
    if (this.#waiting === undefined) this.#keep({ content, bytes })
    else {
      this.#waiting.resolve(content)
      this.#waiting = undefined
    }
  }

  #keep(unread: Unread): void {
    this.#unread.push(unread)
    this.#unreadBytes += unread.bytes
    if (this.#unread.length >= UNREAD_BOUND) this.#socket.pause()
  }

  /** Messages of one turn leave in one write: a call and its pull, calls of tools that run together. */
  #writeTogether(): void {
    const { stream } = this.#options
    if (stream.writableCorked > 0) return
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  /** One at a time, when all else is sent: pongs to a peer that does not read would pile up. */
  #payPong(): void {
    const payload = this.#owedPong
    if (payload === undefined || this.#unsent > 0 || this.#end !== undefined) return
    this.#owedPong = undefined
    this.#unsent += 1
    this.#socket.pong(payload, false, this.#onSent)
  }

  readonly #onSent = (): void => {
    this.#unsent -= 1
    this.#payPong()
  }

  #checkBytes(): void {
    const unsent = this.#socket.bufferedAmount + this.#unsent * UNSENT_BYTES
    const bytes = this.#ledger.bytes + this.#unreadBytes + unsent
    if (bytes > this.#options.maxBytes) {
      this.cut(`This connection holds more than its bound of ${this.#options.maxBytes} bytes.`)
    }
  }

  #finish(reason: string): void {
    if (this.#end !== undefined) return
    this.#end = new Error(reason)
    this.#unread.length = 0
    this.#unreadBytes = 0
    this.#waiting?.reject(this.#end)
    this.#waiting = undefined
    this.#options.onEnd()
  }
}

function toBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)

  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}
