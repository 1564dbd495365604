// A loopback server that stands for everything a hostile program may try to talk to.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

/** What arrived, and how many answers are still open. */
export type Sink = {
  port: number
  requests: Array<{ url: string; headers: IncomingHttpHeaders }>
  open: { drip: number; hang: number }
  /** How often `/loop` was asked. */
  redirects: number
  /** Forgets what arrived so far. */
  clear(): void
  close(): Promise<void>
}

const MEGABYTE = 1 << 20

/** Answers that no well-behaved server gives, as they go on the socket. */
const malformed: Record<string, string> = {
  status199: 'HTTP/1.1 199 Odd\r\n\r\n',
  badstatus: 'HTTP/1.1 999 \u0001\r\nx: y\r\n\r\n',
  nul: 'HTTP/1.1 200 OK\r\nx: a\u0000b\r\n\r\nx',
  badchunk: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nx',
  longheader: `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(1e6)}\r\n\r\n`,
}

/** Starts a sink on a free port of 127.0.0.1. */
export async function startSink(): Promise<Sink> {
  const server = createServer({ maxHeaderSize: MEGABYTE }, (request, response) =>
    answer(sink, request, response),
  )
  server.on('clientError', (_failure, socket) => socket.destroy())
  server.keepAliveTimeout = 1000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The sink has no port.')

  const sink: Sink = {
    port: address.port,
    requests: [],
    open: { drip: 0, hang: 0 },
    redirects: 0,
    clear: () => {
      sink.requests.length = 0
      sink.redirects = 0
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }

  return sink
}

function answer(sink: Sink, request: IncomingMessage, response: ServerResponse): void {
  const { url = '/', headers } = request
  const { pathname, searchParams } = new URL(url, 'http://sink.invalid')
  sink.requests.push({ url, headers })
  response.on('error', () => {
    // A program that goes away mid-answer is what the cases are about.
  })
  if (pathname === '/drip') return drip(sink, response)
  if (pathname === '/hang') return countOpen(sink, 'hang', response)
  if (pathname === '/big') return pour(response, Number(searchParams.get('mb')))
  if (pathname === '/weird') return answerWeirdly(response, searchParams.get('k') ?? '')
  if (pathname === '/loop') sink.redirects += 1
  if (pathname === '/loop' || pathname === '/redirect') {
    response.writeHead(302, { location: searchParams.get('to') ?? '/loop' })
    response.end()

    return undefined
  }
  response.writeHead(200, { 'content-type': 'text/plain' })
  response.end(pathname === '/secret' ? 'SECRET' : 'ok')

  return undefined
}

function countOpen(sink: Sink, kind: 'drip' | 'hang', response: ServerResponse): void {
  sink.open[kind] += 1
  response.once('close', () => {
    sink.open[kind] -= 1
  })
}

function drip(sink: Sink, response: ServerResponse): void {
  countOpen(sink, 'drip', response)
  response.writeHead(200)
  const drops = setInterval(() => response.write('x'), 50)
  response.once('close', () => clearInterval(drops))
}

function pour(response: ServerResponse, megabytes: number): void {
  const block = Buffer.alloc(MEGABYTE, 'a')
  let left = megabytes
  const fill = (): void => {
    while (left > 0) {
      left -= 1
      if (!response.write(block)) {
        response.once('drain', fill)

        return
      }
    }
    response.end()
  }
  response.writeHead(200)
  fill()
}

function answerWeirdly(response: ServerResponse, kind: string): void {
  if (kind === 'headers10k') {
    for (let index = 0; index < 1500; index += 1) response.setHeader(`x-${index}`, 'y'.repeat(8))
    response.end('x')
  } else if (kind === 'reset') {
    response.socket?.destroy()
  } else {
    response.socket?.end(malformed[kind] ?? '')
  }
}
