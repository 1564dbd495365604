// Plain TCP: what a peer sends that does not keep to HTTP or to WebSocket either.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { within } from '../../lifecycle/settlement.ts'

const HOST = '127.0.0.1'

export type RawSocket = AsyncDisposable & {
  socket: Socket
  /** Everything that came so far. */
  text: () => string
  /** Resolves when the other side has ended or broken the connection. */
  gone: Promise<void>
}

/** Connects. The caller disposes. */
export async function openRaw(port: number): Promise<RawSocket> {
  const socket = connect({ port, host: HOST, noDelay: true })
  const gone = Promise.withResolvers<void>()
  const parts: Array<Buffer> = []
  socket.on('data', (part) => parts.push(part))
  socket.on('error', () => undefined)
  socket.on('close', () => gone.resolve())
  await once(socket, 'connect')

  return {
    socket,
    text: () => Buffer.concat(parts).toString('latin1'),
    gone: gone.promise,
    [Symbol.asyncDispose]: async () => {
      socket.destroy()
      await gone.promise
    },
  }
}

/** An HTTP request with its lines ended as they should be. */
export const head = (...lines: Array<string>): string => `${lines.join('\r\n')}\r\n\r\n`

/** The head of a request for a WebSocket, with headers in the place of the usual ones or beside them. */
export function upgradeHead(
  headers: Record<string, string | undefined> = {},
  start = 'GET / HTTP/1.1',
): string {
  const all: Record<string, string | undefined> = {
    Host: HOST,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'c2l4dGVlbiBieXRlcyEhIQ==',
    ...headers,
  }
  const lines = Object.entries(all).filter(([, value]) => value !== undefined)

  return head(start, ...lines.map(([name, value]) => `${name}: ${value}`))
}

/** Sends a text, and answers everything that came by the time the server had ended the connection. */
export async function exchange(port: number, text: string): Promise<string> {
  await using raw = await openRaw(port)
  raw.socket.write(text, 'latin1')
  await within(raw.gone)

  return raw.text()
}

/** Upgrades to WebSocket, and answers the socket right behind the handshake. The caller disposes. */
export async function openUpgraded(port: number): Promise<RawSocket> {
  const raw = await openRaw(port)
  raw.socket.write(upgradeHead())
  await once(raw.socket, 'data')

  return raw
}

/** Opcodes of RFC 6455. */
export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

const FINAL = 0x80
const MASKED = 0x80

/** The head of a frame that says how long its payload is; `bits` go on top of its first byte. */
export function frameHead(opcode: number, length: number, bits: number = FINAL): Buffer {
  const long = length > 65_535
  const middle = !long && length > 125
  const bytes = Buffer.alloc(long ? 14 : middle ? 8 : 6)
  bytes[0] = bits | opcode
  bytes[1] = MASKED | (long ? 127 : middle ? 126 : length)
  if (long) bytes.writeBigUInt64BE(BigInt(length), 2)
  else if (middle) bytes.writeUInt16BE(length, 2)

  // The mask is zero: the payload stays as it is.
  return bytes
}

/** A frame as a client sends it. */
export function frame(opcode: number, payload: string | Buffer = '', bits: number = FINAL): Buffer {
  const bytes = Buffer.from(payload)

  return Buffer.concat([frameHead(opcode, bytes.length, bits), bytes])
}

/** What a close frame at the end of what a server sent says; undefined when there is none. */
export function closeFrameOf(text: string): { code: number; reason: string } | undefined {
  let rest = Buffer.from(text, 'latin1').subarray(text.indexOf('\r\n\r\n') + 4)
  while (rest.length >= 2) {
    const [first = 0, second = 0] = rest
    const size = second < 126 ? 2 : second === 126 ? 4 : 10
    const length =
      second < 126
        ? second
        : second === 126
          ? rest.readUInt16BE(2)
          : Number(rest.readBigUInt64BE(2))
    const payload = rest.subarray(size, size + length)
    if ((first & 0xf) === OPCODE.close) {
      return { code: payload.readUInt16BE(0), reason: payload.subarray(2).toString('utf8') }
    }
    rest = rest.subarray(size + length)
  }

  return undefined
}

/** An answer of HTTP in its parts. */
export type Parts = { status: number; text: string; headers: string }

/** The status, the text and the headers of an answer. */
export function partsOf(answer: string): Parts {
  const [start = '', text = ''] = answer.split('\r\n\r\n')
  const [line = '', ...headers] = start.split('\r\n')

  return { status: Number(line.split(' ')[1]), text: text.trim(), headers: headers.join('\n') }
}
