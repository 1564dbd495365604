// Who may connect, and over what: TLS by the server's own files, and a token that comes by subprotocol or
// by header.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { get } from 'node:https'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { connect, type OpenSocket } from '@supolka/cloudflare-codemode-executor'
import { serve, type ServerOptions } from '@supolka/codemode-executor-server'
import { WIRE_SUBPROTOCOL } from '@supolka/codemode-executor-protocol'
import { WebSocket as OtherSocket, type ClientOptions } from 'ws'
import { childrenOf } from '../lifecycle/children.ts'
import { runHostAt } from './run-host-at.ts'

const fileOf = (name: string): string =>
  fileURLToPath(new URL(`fixtures/tls/${name}`, import.meta.url))

const tlsCert = fileOf('loopback.cert.pem')
const tls: ServerOptions = { port: 0, workers: 1, tlsCert, tlsKey: fileOf('loopback.key.pem') }
const ca = readFileSync(tlsCert)

const token = 'sixteen characters, or more: ä/+?'.replaceAll(/[^!-~]/g, '-')
const one = { code: 'async () => 1' }

/** Sockets of the `ws` package, for what a standard one cannot be told. */
const overWs =
  (options: ClientOptions): OpenSocket =>
  (url, protocols) =>
    new OtherSocket(url, protocols, options)

/** The platform's sockets in Node, which take headers as well. */
const withHeaders =
  (headers: Record<string, string>): OpenSocket =>
  (url, protocols) =>
    new WebSocket(url, { protocols, headers })

async function checkServed(url: string, options: Parameters<typeof connect>[1]): Promise<void> {
  await using executor = await connect(url, options)
  assert.equal((await executor.execute(one)).result, 1)
}

const refused = { code: 'CONNECTION_REJECTED', retryable: false }

suite('a server with a certificate', () => {
  test('is served at a wss: URL, to a client that trusts it', async () => {
    await using server = await serve(tls)
    assert.match(server.url, /^wss:\/\/127\.0\.0\.1:\d+\/$/)
    await checkServed(server.url, { openSocket: overWs({ ca }) })
  })

  test("is served to the platform's own socket where the platform trusts it", async () => {
    await using server = await serve({ ...tls, token })
    const trusting = { NODE_EXTRA_CA_CERTS: tlsCert }
    const said = await runHostAt(import.meta.url, 'connects.ts', [server.url, token], trusting)
    assert.equal(said, 'over TLS')
  })

  test('is not trusted by anybody else, and speaks no plain text', async () => {
    await using server = await serve(tls)
    await assert.rejects(connect(server.url), refused)
    await assert.rejects(connect(server.url, { openSocket: overWs({}) }), refused)
    await assert.rejects(connect(server.url.replace('wss:', 'ws:')), refused)
    await checkServed(server.url, { openSocket: overWs({ ca }) })
  })

  test('answers for its health over TLS', async () => {
    await using server = await serve(tls)
    const url = `${server.url.replace('wss:', 'https:')}healthz`
    const [response] = (await once(get(url, { ca }), 'response')) as [IncomingMessage]
    response.resume()
    assert.equal(response.statusCode, 200)
    await once(response, 'end')
  })

  test('does not start without files that it can read', async () => {
    const eager: ServerOptions = { ...tls, start: 'eager' }
    await assert.rejects(serve({ ...eager, tlsCert: fileOf('absent.pem') }), /ENOENT/)
    await assert.rejects(serve({ ...eager, tlsKey: tlsCert }), Error)
    assert.equal(childrenOf().length, 0)
  })
})

suite('a server with a token', () => {
  test('lets in who brings it as a subprotocol, and chooses the subprotocol of the wire', async () => {
    await using server = await serve({ port: 0, workers: 1, token })
    const made: Array<WebSocket> = []
    const openSocket: OpenSocket = (url, protocols) => {
      const socket = new WebSocket(url, protocols)
      made.push(socket)

      return socket
    }
    await checkServed(server.url, { token, openSocket })
    assert.equal(made[0]?.protocol, WIRE_SUBPROTOCOL)
  })

  test('lets in who brings it as a header', async () => {
    await using server = await serve({ port: 0, workers: 1, token })
    for (const scheme of ['Bearer', 'bearer']) {
      const headers = { authorization: `${scheme} ${token}` }
      for (const openSocket of [withHeaders(headers), overWs({ headers })]) {
        // oxlint-disable-next-line no-await-in-loop -- one client after the other
        await checkServed(server.url, { openSocket })
      }
    }
  })

  test('lets in nobody else', async () => {
    await using server = await serve({ port: 0, workers: 1, token })
    const strangers: Array<Parameters<typeof connect>[1]> = [
      {},
      { token: '' },
      { token: `${token}x` },
      { token: token.slice(0, -1) },
      { token: token.toUpperCase() },
      { openSocket: withHeaders({ authorization: token }) },
      { openSocket: withHeaders({ authorization: `Basic ${token}` }) },
      { openSocket: withHeaders({ authorization: `Bearer ${token}x` }) },
      { openSocket: (url) => new WebSocket(url, WIRE_SUBPROTOCOL) },
    ]
    for (const stranger of strangers) {
      // oxlint-disable-next-line no-await-in-loop -- one client after the other
      await assert.rejects(connect(server.url, stranger), refused)
    }
    await checkServed(server.url, { token })
  })

  test('tells a client of the ws package why it was refused', async () => {
    await using server = await serve({ port: 0, workers: 1, token })
    const failure = await connect(server.url, { openSocket: overWs({}) }).catch(
      (reason: unknown) => reason,
    )
    assert.ok(failure instanceof Error && failure.cause instanceof Error)
    assert.equal(failure.cause.message, 'Unexpected server response: 401')
  })
})
