import assert from 'node:assert/strict'
import { getEventListeners, once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net'
import { suite, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { WebSocket as OtherSocket, WebSocketServer } from 'ws'
import { readConnectOptions, type ConnectOptions } from '../src/connect-options.ts'
import { openSocket } from '../src/open-socket.ts'
import type { Socket as ClientSocket } from '../src/socket.ts'
import { openPair } from './socket-pair.ts'

const open = (
  address: string,
  options: ConnectOptions = {},
  closing: AbortSignal = new AbortController().signal,
): Promise<ClientSocket> => openSocket(address, readConnectOptions(options), closing)

type Listening = AsyncDisposable & { address: string }

/** Has a server listen on loopback, with its sockets dropped at the end. */
async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    address: `ws://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A server that takes every connection and says nothing. */
const silent = (): Promise<Listening> => listen(createTcpServer())

const http = (answer: RequestListener): Promise<Listening> => listen(createServer(answer))

/** Where nobody listens. */
async function nowhere(): Promise<string> {
  const { address, [Symbol.asyncDispose]: stop } = await silent()
  await stop()

  return address
}

async function messageOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (failure) {
    assert.ok(failure instanceof Error)

    return failure.message
  }
  throw new Error('It did not reject.')
}

/** The `ws` package's socket, which a caller may choose. */
const overWs: ConnectOptions = {
  openSocket: (url, protocols) => new OtherSocket(url, protocols),
}

const kinds: Array<[kind: string, options: ConnectOptions]> = [
  ["the platform's socket", {}],
  ["the ws package's socket", overWs],
]

for (const [kind, options] of kinds) {
  suite(`opening ${kind}`, () => {
    test('rejects in words where nobody listens', async () => {
      assert.match(await messageOf(open(await nowhere(), options)), /\S/)
    })

    for (const status of [401, 404, 500, 200]) {
      test(`rejects in words when the server answers ${status}`, async () => {
        await using server = await http((_, response) => response.writeHead(status).end('no'))
        assert.match(await messageOf(open(server.address, options)), /\S/)
      })
    }

    test('rejects when the server is silent for too long, and closes the socket', async () => {
      const tcp = createTcpServer()
      const accepted = once(tcp, 'connection')
      await using server = await listen(tcp)
      const message = await messageOf(open(server.address, { ...options, connectTimeout: 500 }))
      assert.equal(message, 'No connection within 500 ms.')
      const [socket] = (await accepted) as [Socket]
      socket.resume()
      if (!socket.closed) await once(socket, 'close')
    })

    test('rejects at once when it is given up, and closes the socket', async () => {
      const tcp = createTcpServer()
      const accepted = once(tcp, 'connection')
      await using server = await listen(tcp)
      const closing = new AbortController()
      const opening = open(server.address, options, closing.signal)
      const [socket] = (await accepted) as [Socket]
      const reason = new Error('given up')
      closing.abort(reason)
      await assert.rejects(opening, reason)
      socket.resume()
      if (!socket.closed) await once(socket, 'close')
    })

    test('rejects when the connection breaks in the middle', async () => {
      await using server = await listen(createTcpServer((socket) => socket.destroy()))
      assert.match(await messageOf(open(server.address, options)), /\S/)
    })
  })
}

suite('opening a socket', () => {
  test('offers no subprotocol without a token', async () => {
    const seen: Array<unknown> = []
    await messageOf(
      open('ws://a.test/', {
        openSocket: (...call) => {
          seen.push(call)
          throw new Error('far enough')
        },
      }),
    )
    assert.deepEqual(seen, [['ws://a.test/', []]])
  })

  test("offers the token as unpadded base64url behind the wire's own subprotocol", async () => {
    const tokens = ['a', 'ab', 'abc', '\u00fb\u00ff\u00fe??>>', 'ä😀']
    for (const token of tokens) {
      const offered: Array<string> = []
      const offer = (_: string, protocols: Array<string>): never => {
        offered.push(...protocols)
        throw new Error('far enough')
      }
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await messageOf(open('ws://a.test/', { token, openSocket: offer }))
      const digits = Buffer.from(token).toString('base64url')
      assert.deepEqual(offered, ['codemode-executor', `bearer.${digits}`])
    }
  })

  test('takes one that the option gives open, at once', async () => {
    await using pair = await openPair()
    const given = [() => pair.socket, () => Promise.resolve(pair.socket)]
    for (const give of given) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.equal(await open('ws://a.test/', { openSocket: give }), pair.socket)
    }
  })

  test('rejects at once where the platform refuses the address', async () => {
    // A port that the Fetch standard blocks: the socket fails before anybody can listen.
    assert.match(await messageOf(open('ws://127.0.0.1:1/')), /\S/)
  })

  test('says what the ws package says of a refusal', async () => {
    await using server = await http((_, response) => response.writeHead(401).end('no'))
    const message = await messageOf(open(server.address, overWs))
    assert.equal(message, 'Unexpected server response: 401')
  })

  test('rejects at once for one that is closed already', async () => {
    await using pair = await openPair()
    pair.socket.close()
    const message = await messageOf(open('ws://a.test/', { openSocket: () => pair.socket }))
    assert.equal(message, 'The socket was closed before it opened.')
  })

  test('rejects with what the option throws or rejects with', async () => {
    const failure = new Error('no proxy')
    const failing: Array<ConnectOptions['openSocket']> = [
      () => {
        throw failure
      },
      () => Promise.reject(failure),
    ]
    for (const fail of failing) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await assert.rejects(open('ws://a.test/', { openSocket: fail }), failure)
    }
  })

  test('waits no longer than its bound for an option that never answers', async () => {
    const message = await messageOf(
      open('ws://a.test/', { connectTimeout: 20, openSocket: () => new Promise(() => undefined) }),
    )
    assert.equal(message, 'No connection within 20 ms.')
  })

  test('closes a socket that the option gives too late', async () => {
    await using pair = await openPair()
    const late = Promise.withResolvers<WebSocket>()
    const opening = open('ws://a.test/', { connectTimeout: 20, openSocket: () => late.promise })
    assert.equal(await messageOf(opening), 'No connection within 20 ms.')
    const closed = once(pair.peer, 'close')
    late.resolve(pair.socket)
    await closed
  })

  test('closes a socket that opens too late', async () => {
    await using server = await silent()
    const made: Array<WebSocket> = []
    const opening = open(server.address, {
      connectTimeout: 20,
      openSocket: (url) => {
        const socket = new WebSocket(url)
        made.push(socket)

        return socket
      },
    })
    await messageOf(opening)
    assert.notEqual(made[0]?.readyState, WebSocket.OPEN)
    assert.notEqual(made[0]?.readyState, WebSocket.CONNECTING)
  })

  test('hears of an option that fails after it was given up, and tells nobody', async () => {
    const late = Promise.withResolvers<WebSocket>()
    const closing = new AbortController()
    const opening = open('ws://a.test/', { openSocket: () => late.promise }, closing.signal)
    closing.abort(new Error('given up'))
    assert.equal(await messageOf(opening), 'given up')
    late.reject(new Error('nobody wants to know'))
    // An unhandled rejection would end the process here.
    await setImmediate()
  })

  test('leaves nothing that listens on an open socket or on the signal', async () => {
    const server = createServer()
    const sockets = new WebSocketServer({ server })
    await using listening = await listen(server)
    const { signal } = new AbortController()
    const socket = await open(listening.address, {}, signal)
    assert.equal(sockets.clients.size, 1)
    assert.ok(socket instanceof WebSocket)
    for (const type of ['open', 'error', 'close']) {
      assert.equal(getEventListeners(socket, type).length, 0, type)
    }
    assert.equal(getEventListeners(signal, 'abort').length, 0)
  })
})
