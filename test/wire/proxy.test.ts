// The proxy that the other tests of the wire trust: it carries everything, in order, or breaks as asked.

import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { openProxy } from './proxy.ts'

const HOST = '127.0.0.1'

/** A server that hands each connection over, and its port. */
async function listen(
  onSocket: (socket: Socket) => void,
): Promise<AsyncDisposable & { port: number }> {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onSocket(socket)
  })
  server.listen(0, HOST)
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const echo = (): Promise<AsyncDisposable & { port: number }> =>
  listen((socket) => socket.pipe(socket))

function dial(port: number): Socket {
  const socket = connect(port, HOST)
  socket.on('error', () => undefined)

  return socket
}

/** Resolves when a socket is closed, whatever closed it. */
const closeOf = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('close', () => resolve())
  })

/** Everything that a socket receives until its other side ends. */
async function received(socket: Socket): Promise<Array<Buffer>> {
  const parts: Array<Buffer> = []
  socket.on('data', (part) => parts.push(part))
  await once(socket, 'end')

  return parts
}

const digest = (parts: Array<Buffer>): string =>
  createHash('sha256').update(Buffer.concat(parts)).digest('hex')

test('slicing carries 8 MB both ways, whole and in order', async () => {
  await using server = await echo()
  await using proxy = await openProxy({ port: server.port, mode: 'slice', seed: 2 })
  const sent = randomBytes(8_388_608)
  const socket = dial(proxy.port)
  socket.end(sent)
  const parts = await received(socket)
  assert.equal(digest(parts), digest([sent]))
  assert.ok(proxy.counters.pieces > 500, `${proxy.counters.pieces} pieces`)
  assert.deepEqual([proxy.counters.up, proxy.counters.down], [sent.length, sent.length])
})

test('slicing parts even a short message', async () => {
  await using server = await echo()
  await using proxy = await openProxy({ port: server.port, mode: 'slice', seed: 3 })
  const socket = dial(proxy.port)
  socket.end('x'.repeat(3_000))
  assert.equal(Buffer.concat(await received(socket)).length, 3_000)
  assert.ok(proxy.counters.pieces > 8, `${proxy.counters.pieces} pieces`)
})

test('the end of one direction passes and the other direction stays open', async () => {
  await using server = await listen(async (socket) => {
    const heard = await received(socket)
    socket.end(`heard ${Buffer.concat(heard).toString()}`)
  })
  await using proxy = await openProxy({ port: server.port })
  const socket = dial(proxy.port)
  socket.end('hello')
  assert.equal(Buffer.concat(await received(socket)).toString(), 'heard hello')
})

test('cutting passes on as many bytes as it drew, then breaks both sides', async () => {
  const heard: Array<Promise<unknown>> = []
  await using server = await listen((socket) => {
    socket.once('end', () => socket.end()).resume()
    heard.push(closeOf(socket))
  })
  const lengths = async (seed: number): Promise<number> => {
    await using proxy = await openProxy({
      port: server.port,
      mode: 'cut',
      seed,
      cutBetween: [100, 5_000],
    })
    const socket = dial(proxy.port)
    socket.resume().write('x'.repeat(5_001))
    await closeOf(socket)
    assert.equal(proxy.counters.cuts, 1)

    return proxy.counters.up
  }
  const first = await lengths(5)
  assert.ok(first >= 100 && first <= 5_000, `${first} bytes`)
  assert.equal(await lengths(5), first)
  assert.notEqual(await lengths(6), first)
  assert.equal(heard.length, 3)
  await Promise.all(heard)
})

test('freezing carries nothing more and closes nothing; a later link works', async () => {
  await using server = await echo()
  await using proxy = await openProxy({ port: server.port })
  const frozen = dial(proxy.port)
  frozen.write('a')
  await once(frozen, 'data')
  let late = 0
  frozen.on('data', (part) => {
    late += part.length
  })
  proxy.freeze()
  frozen.write('b')

  const other = dial(proxy.port)
  other.end('c')
  assert.equal(Buffer.concat(await received(other)).toString(), 'c')
  assert.deepEqual([late, frozen.destroyed, proxy.counters.open], [0, false, 1])
  const closed = closeOf(frozen)
  proxy.cut()
  await closed
  assert.deepEqual([late, proxy.counters.up, proxy.counters.down], [0, 2, 2])
})

test('closing breaks what is open and leaves nobody listening', async () => {
  await using server = await echo()
  const proxy = await openProxy({ port: server.port, mode: 'slice' })
  const open = dial(proxy.port)
  open.write('a')
  await once(open, 'data')
  const closed = closeOf(open)
  await proxy.close()
  await proxy.close()
  await closed
  assert.equal(proxy.counters.open, 0)
  await assert.rejects(once(connect(proxy.port, HOST), 'connect'), { code: 'ECONNREFUSED' })
})

test('a link to nobody is broken at once', async () => {
  const gone = await echo()
  await gone[Symbol.asyncDispose]()
  await using proxy = await openProxy({ port: gone.port })
  const socket = dial(proxy.port)
  await closeOf(socket)
  assert.equal(proxy.counters.up + proxy.counters.down, 0)
})
