import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import { openOutbound, get, request } from './fixtures/outbounds.ts'
import { serveHttp } from './fixtures/servers.ts'
import type { LoopbackServer } from './fixtures/servers.ts'

const ABORTED = {
  name: 'TypeError',
  message:
    /^Outbound fetch of .+ was aborted\. Start a new request if its response is still needed\.$/,
}

async function connectionTo({ server }: LoopbackServer): Promise<ServerResponse> {
  const [, outgoing]: [IncomingMessage, ServerResponse] = (await once(server, 'request')) as never
  return outgoing
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
    await Promise.all([...server.open].map((socket) => once(socket, 'close')))
    assert.equal(server.open.size, 0)
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
    const closed = [...server.open].map((socket) => once(socket, 'close'))
    const rejected = open.map((each) =>
      assert.rejects(each, { name: 'TypeError', message: /is closing/ }),
    )
    await outbound.close()
    await Promise.all([...rejected, ...closed])
    await assert.rejects(get(outbound, origin), { name: 'TypeError', message: /is closing/ })
    await outbound.close()
  })

  test('an outbound that was never used has nothing to close', async (t) => {
    await openOutbound(t).close()
  })
})

test('an idle connection does not hold the process', async (t) => {
  const server = await serveHttp(t, (_incoming, outgoing) => outgoing.end('answered'))
  const program = `
    const { createNativeOutbound } = await import(process.argv[1])
    const outbound = createNativeOutbound({
      maxResponseBytes: 1000,
      policy: { allowPrivateAddresses: true },
    })
    const message = { method: 'GET', url: process.argv[2], headers: [], body: null }
    const { body } = await outbound.fetch(message, new AbortController().signal)
    const answeredAt = performance.now()
    process.on('exit', () => {
      process.stdout.write(Buffer.from(body) + ' ' + (performance.now() - answeredAt < 1500))
    })`
  const native = new URL('../../src/outbound/native.ts', import.meta.url).href
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--input-type=module', '-e', program],
    ...[native, `http://127.0.0.1:${server.port}/`],
  ])
  assert.equal(stdout, 'answered true')
})
