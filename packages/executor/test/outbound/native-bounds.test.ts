import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import net from 'node:net'
import { suite, test } from 'node:test'
import zlib from 'node:zlib'
import { get, openOutbound, text } from './fixtures/outbounds.ts'
import { allClosed, serveBytes, serveHttp } from './fixtures/servers.ts'

const TOO_LARGE = {
  name: 'TypeError',
  message: /^The response of 127\.0\.0\.1:\d+ is past its bound of 1,048,576 bytes\. Ask for less/,
}

suite('bounds of native fetch', () => {
  const bodies: Array<[name: string, send: (outgoing: ServerResponse) => void]> = [
    ['announced', (outgoing) => outgoing.setHeader('content-length', 1_048_577).write('x')],
    ['streamed without end', (outgoing) => pour(outgoing)],
    [
      'decoded',
      (outgoing) =>
        outgoing.setHeader('content-encoding', 'gzip').end(zlib.gzipSync(Buffer.alloc(1_048_577))),
    ],
  ]
  for (const [name, send] of bodies) {
    test(`refuses a body whose ${name} size is past the bound`, async (t) => {
      const server = await serveHttp(t, (_incoming, outgoing) => send(outgoing))
      await assert.rejects(get(openOutbound(t), `http://127.0.0.1:${server.port}/`), TOO_LARGE)
    })
  }

  test('closes the socket of a body past the bound', async (t) => {
    const server = await serveHttp(t, (_incoming, outgoing) => pour(outgoing))
    await assert.rejects(get(openOutbound(t), `http://127.0.0.1:${server.port}/`), TOO_LARGE)
    await allClosed(server)
  })

  test('bounds what all responses together hold while they arrive', async (t) => {
    const half = Buffer.alloc(524_288)
    const held: Array<ServerResponse> = []
    const server = await serveHttp(t, (incoming, outgoing) => {
      if (incoming.url === '/after') {
        outgoing.end('room again')
        return
      }
      outgoing.write(half)
      held.push(outgoing)
      if (held.length === 40) {
        held.forEach((each) => each.end())
      }
    })
    const outbound = openOutbound(t)
    const all = Array.from({ length: 40 }, () => get(outbound, `http://127.0.0.1:${server.port}/`))
    const messages = (await Promise.allSettled(all)).flatMap((outcome) =>
      outcome.status === 'rejected' ? [String(outcome.reason)] : [],
    )
    assert.ok(messages.length >= 8 && messages.length < 40, `${messages.length} failed`)
    for (const message of messages) {
      assert.match(message, /too large together\. Fetch fewer at a time\.$/)
    }
    const after = await get(outbound, `http://127.0.0.1:${server.port}/after`)
    assert.equal(text(after), 'room again')
  })

  test('performs at most 128 exchanges at a time, and all in the end', async (t) => {
    let most = 0
    const held: Array<ServerResponse> = []
    const server = await serveHttp(t, (_incoming, outgoing) => {
      held.push(outgoing)
      most = Math.max(most, server.open.size)
      if (held.length >= 128) {
        held.forEach((each) => each.end('done'))
      }
    })
    const outbound = openOutbound(t)
    const all = Array.from({ length: 200 }, () => get(outbound, `http://127.0.0.1:${server.port}/`))
    const texts = (await Promise.all(all)).map(text)
    assert.equal(texts.length, 200)
    assert.ok(texts.every((each) => each === 'done'))
    assert.equal(most, 128)
  })

  test('takes headers up to their bound, and refuses more', async (t) => {
    const { port } = await serveHttp(t, (incoming, outgoing) => {
      for (let index = 0; index < Number(incoming.url?.slice(1)); index += 1) {
        outgoing.setHeader(`x-${index}`, 'y'.repeat(20))
      }
      outgoing.end('x')
    })
    const outbound = openOutbound(t)
    const { headers } = await get(outbound, `http://127.0.0.1:${port}/2000`)
    assert.ok(headers.length >= 2_000)
    await assert.rejects(get(outbound, `http://127.0.0.1:${port}/4000`), {
      name: 'TypeError',
      message: /response headers are past their bound of 65,536 bytes/,
    })
  })
})

const WEIRD: Array<[name: string, bytes: string, expected: RegExp | number]> = [
  ['no bytes', '', /closed the connection/],
  ['not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', /not valid HTTP/],
  ['a status of 999', 'HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n', /not valid HTTP/],
  ['a status of 99', 'HTTP/1.1 99 Odd\r\n\r\n', /not valid HTTP/],
  ['a control character in its reason', 'HTTP/1.1 200 \u0001\r\ncontent-length: 0\r\n\r\n', 200],
  ['a final status that is informational', 'HTTP/1.1 199 Odd\r\n\r\n', /closed the connection/],
  [
    'an unasked 100',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
    /closed the connection/,
  ],
  [
    'an unasked upgrade',
    'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    /./,
  ],
  [
    'early hints',
    'HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\nHTTP/1.1 204 Done\r\nx: y\r\n\r\n',
    204,
  ],
  ['a NUL in a header', 'HTTP/1.1 200 OK\r\nx: a\u0000b\r\n\r\nx', /not valid HTTP/],
  ['a bare CR in a header', 'HTTP/1.1 200 OK\r\nx: a\rb\r\n\r\nx', /not valid HTTP/],
  ['a space in a header name', 'HTTP/1.1 200 OK\r\nx y: a\r\n\r\nx', /not valid HTTP/],
  [
    'a bad chunk size',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nx',
    /not valid HTTP/,
  ],
  ['half a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nx', /./],
  ['half a body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx', /./],
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx', /./],
  [
    'a length and chunks',
    'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    /./,
  ],
  ['a header without end', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(1e6)}\r\n\r\n`, /past their bound/],
  ['a body to the end of the connection', 'HTTP/1.1 200 OK\r\n\r\nx', 200],
  ['a body that does not decode', 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\nxx', /decode/],
  [
    'a second response',
    'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nxHTTP/1.1 200 OK\r\n\r\n',
    200,
  ],
]

suite('responses that servers should not send', () => {
  for (const [name, bytes, expected] of WEIRD) {
    test(name, async (t) => {
      const { port } = await serveBytes(t, bytes)
      const fetched = get(openOutbound(t), `http://127.0.0.1:${port}/`)
      if (typeof expected === 'number') {
        const { status, statusText } = await fetched
        assert.equal(status, expected)
        // oxlint-disable-next-line no-control-regex -- control characters are what must not come
        assert.doesNotMatch(statusText, /[\u0000-\u001f]/)
        return
      }
      await assert.rejects(fetched, (error: unknown) => {
        assert.ok(error instanceof TypeError)
        assert.match(error.message, expected)
        assert.match(error.message, /^Outbound fetch of 127\.0\.0\.1:\d+ failed[^/]*$/)
        return true
      })
    })
  }

  test('a port where nothing listens', async (t) => {
    const server = net.createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    assert.ok(typeof address === 'object' && address !== null)
    server.close()
    await once(server, 'close')
    await assert.rejects(get(openOutbound(t), `http://127.0.0.1:${address.port}/`), {
      name: 'TypeError',
      message: /nothing accepts connections there/,
    })
  })
})

function pour(outgoing: ServerResponse): void {
  const block = Buffer.alloc(65_536)
  const write = (): void => {
    while (!outgoing.destroyed && outgoing.write(block));
    outgoing.once('drain', write)
  }
  write()
}
