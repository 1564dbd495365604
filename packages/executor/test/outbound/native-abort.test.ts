import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { suite, test } from 'node:test'
import tls from 'node:tls'
import { CERTIFICATE } from './fixtures/certificate.ts'
import { openOutbound, get, request } from './fixtures/outbounds.ts'
import { allClosed, serveHttp, serveHttps, serveSilence } from './fixtures/servers.ts'
import type { LoopbackServer } from './fixtures/servers.ts'

const ABORTED = {
  name: 'TypeError',
  message:
    /^Outbound fetch of .+ was aborted\. Start a new request if its response is still needed\.$/,
}

function connectionTo({ server }: LoopbackServer): Promise<ServerResponse> {
  return new Promise((resolve) => {
    server.once('request', (_incoming: IncomingMessage, outgoing: ServerResponse) => {
      resolve(outgoing)
    })
  })
}

suite('abort of native fetch', () => {
  test('ends a request that waits for its response', async (t) => {
    const server = await serveHttp(t, () => {})
    const abort = new AbortController()
    const arrived = connectionTo(server)
    const fetched = openOutbound(t).fetch(request(`http://127.0.0.1:${server.port}/`), abort.signal)
    const outgoing = await arrived
    const closed = once(outgoing, 'close')
    abort.abort()
    await Promise.all([assert.rejects(fetched, ABORTED), closed])
  })

  test('ends a response that drips', async (t) => {
    const server = await serveHttp(t, (_incoming, outgoing) => void outgoing.write('x'))
    const abort = new AbortController()
    const arrived = connectionTo(server)
    const fetched = openOutbound(t).fetch(request(`http://127.0.0.1:${server.port}/`), abort.signal)
    const outgoing = await arrived
    const closed = once(outgoing, 'close')
    abort.abort()
    await Promise.all([assert.rejects(fetched, ABORTED), closed])
  })

  test('ends a request whose name is still being resolved', async (t) => {
    const resolving = Promise.withResolvers<void>()
    const outbound = openOutbound(t, {
      resolve: () => {
        resolving.resolve()
        return new Promise(() => {})
      },
    })
    const abort = new AbortController()
    const fetched = outbound.fetch(request('http://slow.test/'), abort.signal)
    await resolving.promise
    abort.abort()
    await assert.rejects(fetched, ABORTED)
    await outbound.close()
  })

  test('ends a TLS handshake that the server never answers', async (t) => {
    const server = await serveSilence(t)
    const outbound = openOutbound(t)
    const abort = new AbortController()
    const greeted = once(server.server, 'greeted')
    const fetched = outbound.fetch(request(`https://127.0.0.1:${server.port}/`), abort.signal)
    await greeted
    const closed = allClosed(server)
    abort.abort()
    await Promise.all([assert.rejects(fetched, ABORTED), closed, outbound.close()])
  })

  test('sends nothing when the signal has fired already', async (t) => {
    const server = await serveHttp(t, (_incoming, outgoing) => outgoing.end())
    const url = `http://127.0.0.1:${server.port}/`
    await assert.rejects(openOutbound(t).fetch(request(url), AbortSignal.abort()), ABORTED)
    assert.equal(server.accepted, 0)
  })

  test('makes room for those that wait, and takes waiting ones out', async (t) => {
    const arrived: Array<string | undefined> = []
    const full = Promise.withResolvers<void>()
    const last = Promise.withResolvers<void>()
    const server = await serveHttp(t, (incoming, outgoing) => {
      arrived.push(incoming.url)
      if (arrived.length === 128) {
        full.resolve()
      }
      if (incoming.url === '/last') {
        last.resolve()
        outgoing.end()
      }
    })
    const outbound = openOutbound(t)
    const [held, waiting] = [new AbortController(), new AbortController()]
    const origin = `http://127.0.0.1:${server.port}`
    const holders = Array.from({ length: 128 }, () =>
      assert.rejects(outbound.fetch(request(`${origin}/held`), held.signal), ABORTED),
    )
    await full.promise
    const queued = outbound.fetch(request(`${origin}/queued`), waiting.signal)
    const lasting = get(outbound, `${origin}/last`)
    waiting.abort()
    await assert.rejects(queued, ABORTED)
    held.abort()
    await Promise.all([last.promise, lasting, ...holders])
    assert.ok(!arrived.includes('/queued'))
  })

  test('leaves no socket behind a flood of aborts', async (t) => {
    const server = await serveHttp(t, () => {})
    const outbound = openOutbound(t)
    for (let round = 0; round < 50; round += 1) {
      const abort = new AbortController()
      const fetched = outbound.fetch(request(`http://127.0.0.1:${server.port}/`), abort.signal)
      if (round % 2 === 0) {
        // oxlint-disable-next-line no-await-in-loop -- half of them abort a request that arrived
        await connectionTo(server)
      }
      abort.abort()
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the flood
      await assert.rejects(fetched, ABORTED)
    }
    await allClosed(server)
  })
})

suite('close of native fetch', () => {
  test('ends what runs, what waits and what is idle', async (t) => {
    const server = await serveHttp(t, (incoming, outgoing) => {
      if (incoming.url === '/quick') {
        outgoing.end()
      }
    })
    const outbound = openOutbound(t, { resolve: () => new Promise(() => {}) })
    const origin = `http://127.0.0.1:${server.port}`
    await get(outbound, `${origin}/quick`)
    const arrived = connectionTo(server)
    const open = [get(outbound, `${origin}/slow`), get(outbound, 'http://unresolved.test/')]
    await arrived
    const closed = allClosed(server)
    const rejected = open.map((each) =>
      assert.rejects(each, { name: 'TypeError', message: /is closing/ }),
    )
    await outbound.close()
    await Promise.all([...rejected, closed])
    await assert.rejects(get(outbound, origin), { name: 'TypeError', message: /is closing/ })
    await outbound.close()
  })

  test('ends idle and busy TLS connections', async (t) => {
    const trusted = tls.getCACertificates('default')
    tls.setDefaultCACertificates([...trusted, CERTIFICATE])
    t.after(() => tls.setDefaultCACertificates(trusted))
    const server = await serveHttps(t, (incoming, outgoing) => {
      if (incoming.url === '/quick') {
        outgoing.end()
      }
    })
    const outbound = openOutbound(t)
    const origin = `https://127.0.0.1:${server.port}`
    const arrived = connectionTo(server)
    const slow = get(outbound, `${origin}/slow`)
    await arrived
    await get(outbound, `${origin}/quick`)
    const closed = allClosed(server)
    assert.equal(server.open.size, 2)
    await Promise.all([assert.rejects(slow, /is closing/), outbound.close(), closed])
  })

  test('an outbound that was never used has nothing to close', async (t) => {
    await openOutbound(t).close()
  })
})
