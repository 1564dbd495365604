import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { suite, test } from 'node:test'
import zlib from 'node:zlib'
import { get, openOutbound, text } from './fixtures/outbounds.ts'
import { serveBytes, serveHttp } from './fixtures/servers.ts'

suite('native fetch', () => {
  test('brings status, reason, header list and body as the wire had them', async (t) => {
    const { port } = await serveBytes(
      t,
      'HTTP/1.1 418 I\xe9 am a teapot\r\nX-One: 1\r\nSet-Cookie: a=1; Path=/\r\nset-cookie:  b=2 \t\r\n' +
        'x-bytes: \xe9\r\nConnection: close\r\nKeep-Alive: timeout=5\r\nContent-Length: 4\r\n\r\nb\xc3\xa9!',
    )
    const response = await get(openOutbound(t), `http://127.0.0.1:${port}/`)
    assert.deepEqual(response.headers, [
      ['x-one', '1'],
      ['set-cookie', 'a=1; Path=/'],
      ['set-cookie', 'b=2'],
      ['x-bytes', '\xe9'],
      ['content-length', '4'],
    ])
    assert.equal(response.status, 418)
    assert.match(response.statusText, /^I.+ am a teapot$/)
    assert.ok(response.body instanceof ArrayBuffer)
    assert.equal(text(response), 'bé!')
  })

  test('sends method, path, headers and body, and nothing of its surroundings', async (t) => {
    const seen: Array<[IncomingMessage, string]> = []
    const { port } = await serveHttp(t, (incoming, outgoing) => {
      let body = ''
      incoming.setEncoding('latin1').on('data', (chunk: string) => (body += chunk))
      incoming.on('end', () => {
        seen.push([incoming, body])
        outgoing.end()
      })
    })
    const before = { ...process.env }
    t.after(() => (process.env = before))
    Object.assign(process.env, {
      HTTP_PROXY: 'http://127.0.0.1:1',
      http_proxy: 'http://127.0.0.1:1',
      ALL_PROXY: 'http://127.0.0.1:1',
      NODE_USE_ENV_PROXY: '1',
    })
    const response = await get(openOutbound(t), `http://127.0.0.1:${port}/a?b#c`, {
      method: 'POST',
      headers: [
        ['content-length', '99'],
        ['transfer-encoding', 'chunked'],
        ['host', 'other.test'],
        ['x-mine', '\xe9'],
        ['x-mine', '2'],
      ],
      body: new Uint8Array([0, 255, 10]).buffer,
    })
    assert.equal(response.status, 200)
    assert.equal(response.body.byteLength, 0)
    const [[incoming, body] = assert.fail('nothing arrived')] = seen
    assert.equal(`${incoming.method} ${incoming.url}`, 'POST /a?b')
    assert.equal(body, '\x00\xff\n')
    assert.deepEqual(
      { ...incoming.headers },
      {
        host: `127.0.0.1:${port}`,
        connection: 'keep-alive',
        'x-mine': '\xe9, 2',
        accept: '*/*',
        'user-agent': 'codemode-executor',
        'accept-encoding': 'gzip, deflate, br, zstd',
        'content-length': '3',
      },
    )
  })

  test('does not follow a redirect', async (t) => {
    const server = await serveHttp(t, (_incoming, outgoing) => {
      outgoing.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    })
    const response = await get(openOutbound(t), `http://127.0.0.1:${server.port}/`)
    assert.equal(response.status, 302)
    assert.deepEqual(
      response.headers.find(([name]) => name === 'location')?.[1],
      'http://127.0.0.1:1/',
    )
  })

  test('keeps no cookie for the next request', async (t) => {
    const cookies: Array<string | undefined> = []
    const { port } = await serveHttp(t, (incoming, outgoing) => {
      cookies.push(incoming.headers.cookie)
      outgoing.setHeader('set-cookie', 'a=1').end()
    })
    const outbound = openOutbound(t)
    await get(outbound, `http://127.0.0.1:${port}/`)
    await get(outbound, `http://127.0.0.1:${port}/`, { headers: [['cookie', 'mine=1']] })
    await get(outbound, `http://127.0.0.1:${port}/`)
    assert.deepEqual(cookies, [undefined, 'mine=1', undefined])
  })

  test('decodes a body and drops the headers that described its coding', async (t) => {
    const { port } = await serveHttp(t, (_incoming, outgoing) => {
      const body = zlib.gzipSync('plain')
      outgoing.setHeader('content-encoding', 'gzip').setHeader('content-length', body.length)
      outgoing.setHeader('x-kept', '1').end(body)
    })
    const outbound = openOutbound(t)
    const whole = await get(outbound, `http://127.0.0.1:${port}/`)
    assert.equal(text(whole), 'plain')
    assert.deepEqual(namesOf(whole.headers), ['x-kept', 'date'])
    const head = await get(outbound, `http://127.0.0.1:${port}/`, { method: 'HEAD' })
    assert.equal(head.body.byteLength, 0)
    assert.deepEqual(namesOf(head.headers), [
      'content-encoding',
      'content-length',
      'x-kept',
      'date',
    ])
  })

  test('takes the length of a body that is not sent for what it is', async (t) => {
    const { port } = await serveHttp(t, (incoming, outgoing) => {
      outgoing.writeHead(incoming.method === 'HEAD' ? 200 : 304, { 'content-length': 9e9 }).end()
    })
    const outbound = openOutbound(t)
    assert.equal((await get(outbound, `http://127.0.0.1:${port}/`)).status, 304)
    const head = await get(outbound, `http://127.0.0.1:${port}/`, { method: 'HEAD' })
    assert.equal(head.headers.find(([name]) => name === 'content-length')?.[1], '9000000000')
  })

  test('passes on a body in a coding it does not know, as it came', async (t) => {
    const { port } = await serveHttp(t, (_incoming, outgoing) => {
      outgoing.setHeader('content-encoding', 'compress').end('as it is')
    })
    const response = await get(openOutbound(t), `http://127.0.0.1:${port}/`)
    assert.equal(text(response), 'as it is')
    assert.ok(namesOf(response.headers).includes('content-encoding'))
  })

  test('carries bodies of every size up to the bound, on one connection', async (t) => {
    const server = await serveHttp(t, (incoming, outgoing) => {
      outgoing.end(Buffer.alloc(Number(incoming.url?.slice(1)), 'x'))
    })
    const outbound = openOutbound(t)
    const sizes = [0, 1, 4_096, 4_097, 65_536, 1_048_575, 1_048_576]
    const answered: Array<number> = []
    for (const size of sizes) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other shares the connection
      const { body } = await get(outbound, `http://127.0.0.1:${server.port}/${size}`)
      answered.push(body.byteLength)
    }
    assert.deepEqual(answered, sizes)
    assert.equal(server.accepted, 1)
  })
})

function namesOf(headers: Array<[string, string]>): Array<string> {
  return headers.map(([name]) => name)
}
