// Whatever stands at the other end that is not a server of this version: the code says whether trying
// again can help, the text says what was asked, and the cause what was found.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { test } from 'node:test'
import { connect, type ConnectOptions } from '@supolka/cloudflare-codemode-executor'
import { serve } from '@supolka/codemode-executor-server'
import { ExecutorError, PROTOCOL_VERSION } from '@supolka/codemode-executor-protocol'
import {
  serveOtherApi,
  serveSockets,
  serveVersion,
} from '../../packages/executor-server/test/fixtures/fake-server.ts'
import { faultOf, within } from '../lifecycle/settlement.ts'

type Met = { code: string; retryable: boolean; message: string; cause: string }

/** The fault that `connect` meets, and the text of its cause. */
async function meet(url: string, options?: ConnectOptions): Promise<Met> {
  try {
    await using executor = await within(connect(url, options))
    throw new Error(`It connected to ${executor.url}.`)
  } catch (failure) {
    if (!(failure instanceof ExecutorError)) throw failure
    const { code, retryable, message, cause } = failure

    return { code, retryable, message, cause: cause instanceof Error ? cause.message : '' }
  }
}

const rejected = (url: string): Omit<Met, 'cause'> => ({
  code: 'CONNECTION_REJECTED',
  retryable: false,
  message: `Executor handshake failed for ${url}.`,
})

async function checkRejected(url: string, cause: RegExp, options?: ConnectOptions): Promise<void> {
  const { cause: found, ...met } = await meet(url, options)
  assert.deepEqual(met, rejected(url))
  assert.match(found, cause)
}

const mismatch = (found: string): Met => ({
  code: 'PROTOCOL_MISMATCH',
  retryable: false,
  message: `The server answered the handshake with ${found}, and this client speaks version ${PROTOCOL_VERSION}.`,
  cause: '',
})

/** Listens on loopback with any server; everything it accepted goes with it. */
async function listening(server: Server): Promise<AsyncDisposable & { port: number }> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
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

const ANSWERS: Array<[answer: unknown, found: string]> = [
  [PROTOCOL_VERSION + 1, `version ${PROTOCOL_VERSION + 1}`],
  [0, 'version 0'],
  [String(PROTOCOL_VERSION), 'a string'],
  [true, 'a boolean'],
  [[PROTOCOL_VERSION], 'an object'],
  [null, 'nothing'],
  [undefined, 'nothing'],
]

test('another version, or none, is a mismatch that names what was found', async () => {
  for (const [answer, found] of ANSWERS) {
    // oxlint-disable-next-line no-await-in-loop -- one server at a time
    await using server = await serveVersion(() => answer)
    // oxlint-disable-next-line no-await-in-loop
    assert.deepEqual(await meet(server.url), mismatch(found))
    assert.equal(server.connections(), 1)
  }
})

test('a server that throws at the handshake, or has none, rejects the connection', async () => {
  await using throwing = await serveVersion(() => {
    throw new Error('not today')
  })
  await checkRejected(throwing.url, /not today/v)
  await using other = await serveOtherApi()
  await checkRejected(other.url, /protocolVersion/v)
})

test('a server that never answers the handshake rejects the connection in time', async () => {
  await using server = await serveSockets(() => undefined)
  await checkRejected(server.url, /200 ms/v, { connectTimeout: 200 })
})

test('a server that ends the session, or sends what nobody can read, rejects the connection', async () => {
  await using closing = await serveSockets((socket) => socket.close(1008, 'not for you'))
  await checkRejected(closing.url, /not for you|1008/v)
  await using binary = await serveSockets((socket) => socket.send(Buffer.from([1, 2, 3])))
  await checkRejected(binary.url, /text/v)
  await using garbled = await serveSockets((socket) => socket.send('garbage'))
  await checkRejected(garbled.url, /./v)
})

test('an HTTP server without WebSocket rejects the connection', async () => {
  await using server = await listening(
    createHttpServer((_request, response) => response.writeHead(404).end('Nothing here.')),
  )
  await checkRejected(`ws://127.0.0.1:${server.port}/executor`, /./v)
})

test('a server of another protocol rejects the connection', async () => {
  await using server = await listening(
    createServer((socket) => socket.end('220 mail.test ESMTP ready\r\n')),
  )
  await checkRejected(`ws://127.0.0.1:${server.port}`, /./v)
})

test('a server that accepts and says nothing rejects the connection in time', async () => {
  await using server = await listening(createServer((socket) => socket.resume()))
  await checkRejected(`ws://127.0.0.1:${server.port}`, /200 ms/v, { connectTimeout: 200 })
})

test('TLS on a plain port, and the reverse, reject the connection', async () => {
  await using plain = await serve({ port: 0 })
  await checkRejected(`wss://127.0.0.1:${plain.address.port}/`, /./v)
  await using tls = await listening(createTlsServer({}))
  await checkRejected(`ws://127.0.0.1:${tls.port}/`, /./v)
})

test('nobody listening rejects the connection', async () => {
  await checkRejected('ws://127.0.0.1:9', /./v)
})

test('the wrong path and the wrong token reject the connection', async () => {
  const token = 'sixteen-characters'
  await using server = await serve({
    port: 0,
    path: '/executor',
    token: 'sixteen characters'.replace(' ', '-'),
  })
  const { port } = server.address
  await checkRejected(`ws://127.0.0.1:${port}/`, /./v, { token })
  await checkRejected(server.url, /./v, { token: 'another-sixteen-characters' })
  await using executor = await connect(server.url, { token })
  assert.equal((await executor.execute({ code: 'async () => 1' })).result, 1)
})

test('a server that another version took the place of says so to the next call', async () => {
  let version = PROTOCOL_VERSION
  await using server = await serveVersion(() => version)
  await using executor = await connect(server.url)
  const open = faultOf(executor.execute({ code: 'async () => 1' }))
  version += 1
  server.drop()
  assert.equal((await open).code, 'CONNECTION_BROKEN')
  const { cause: _, ...expected } = mismatch(`version ${version}`)
  assert.deepEqual(await faultOf(executor.execute({ code: 'async () => 1' })), expected)
})
