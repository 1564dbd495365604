// A peer that speaks WebSocket and nothing better: it sends what a test writes, and keeps what comes.

import { once } from 'node:events'
import { WebSocket, type ClientOptions } from 'ws'
import { within } from '../../lifecycle/settlement.ts'

/** A message of the server, parsed. */
export type Frame = Array<unknown>

export type Closing = { code: number; reason: string }

export type Peer = AsyncDisposable & {
  socket: WebSocket
  /** Every message that came, oldest first. */
  frames: Array<Frame>
  /** How the server ended the connection. */
  closed: Promise<Closing>
  /** Sends a text as it is, anything else as JSON. */
  send: (message: unknown) => void
  /** Begins and pulls a call; answers its number. */
  call: (method: string, ...args: Array<unknown>) => number
  release: (id: number) => void
  /** The first message that is as asked, one that came before included. Rejects when the connection ends. */
  heard: (isSo: (frame: Frame) => boolean) => Promise<Frame>
  /** What a call was answered with. */
  answerTo: (id: number) => Promise<unknown>
  /** The text that a call was rejected with. Rejects for any other answer. */
  refusalOf: (id: number) => Promise<string>
}

/** A list as capnweb writes one. */
export const list = (...items: Array<unknown>): [Array<unknown>] => [items]

/** A function that the peer lends under a number below 0. */
export const stub = (id: number): ['export', number] => ['export', id]

/** The arguments of `execute`, with defaults for what a test does not care about. */
export function execution(code: string, ...rest: Array<unknown>): Array<unknown> {
  const [providers = list(), options = {}, dispatch = null, mode = 'disabled', ...more] = rest

  return [code, providers, options, dispatch, mode, ...more]
}

/** Connects, or rejects with what kept it from that. The caller disposes. */
export async function openPeer(url: string, options: ClientOptions = {}): Promise<Peer> {
  const socket = new WebSocket(url, { perMessageDeflate: false, ...options })
  const frames: Array<Frame> = []
  const closed = Promise.withResolvers<Closing>()
  let calls = 0
  socket.on('message', (bytes: Buffer) => frames.push(JSON.parse(bytes.toString('utf8')) as Frame))
  socket.on('close', (code, reason) => closed.resolve({ code, reason: reason.toString('utf8') }))
  socket.on('error', () => undefined)
  await once(socket, 'open')

  const send = (message: unknown): void =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  const heard: Peer['heard'] = async (isSo) => {
    const found = Promise.withResolvers<Frame>()
    const look = (): void => {
      const frame = frames.find((one) => isSo(one))
      if (frame !== undefined) found.resolve(frame)
    }
    const end = (): void => found.reject(new Error('The connection ended first.'))
    // The listener that keeps messages was there before.
    socket.on('message', look)
    socket.on('close', end)
    look()
    try {
      return await within(found.promise)
    } finally {
      socket.off('message', look)
      socket.off('close', end)
    }
  }
  const answerFrame = (id: number): Promise<Frame> =>
    heard(([kind, of]) => (kind === 'resolve' || kind === 'reject') && of === id)

  return {
    socket,
    frames,
    closed: closed.promise,
    send,
    call: (method, ...args) => {
      calls += 1
      send(['push', ['pipeline', 0, [method], args]])
      send(['pull', calls])

      return calls
    },
    release: (id) => send(['release', id, 1]),
    heard,
    answerTo: async (id) => {
      const [kind, , value] = await answerFrame(id)
      if (kind === 'reject') throw new Error(`Rejected: ${JSON.stringify(value)}`)

      return value
    },
    refusalOf: async (id) => {
      const [kind, , value] = await answerFrame(id)
      if (kind !== 'reject') throw new Error(`Not rejected: ${JSON.stringify(value)}`)

      return String((value as Frame)[2])
    },
    [Symbol.asyncDispose]: async () => {
      socket.terminate()
      await closed.promise
    },
  }
}
