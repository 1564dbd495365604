// The protocol package and the client in workerd: a Worker with tools of its own runs programs on a
// server of this process. The Worker may reach loopback and nothing else.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Miniflare } from 'miniflare'
import { bundle } from './bundle.ts'
import { assertSeen, serveForChecks, TOKEN } from './expected-client.ts'

const fixtures = join(import.meta.dirname, 'fixtures')

const WORKER = `
  import { checkClient } from '${fixtures}/client-checks.js'
  import { checkCodec } from '${fixtures}/codec-checks.js'

  export default {
    async fetch(request) {
      const { searchParams } = new URL(request.url)
      try {
        const client = await checkClient(searchParams.get('url'), searchParams.get('token'))
        return Response.json({ codec: await checkCodec(), client })
      } catch (error) {
        return Response.json({ failure: String(error), stack: error.stack, cause: String(error.cause) })
      }
    }
  }
`

/** As wrangler bundles for Workers, and as a bundler does that knows nothing of them. */
const FLAVOURS = {
  'the conditions of Workers': { conditions: ['workerd', 'worker'], external: ['cloudflare:*'] },
  'no conditions': {},
}

for (const [name, options] of Object.entries(FLAVOURS)) {
  test(`a Worker runs programs on a server, bundled with ${name}`, async () => {
    const { text } = await bundle(WORKER, options)
    await using server = await serveForChecks()
    await using miniflare = await startWorker(text)
    const query = new URLSearchParams({ url: server.url, token: TOKEN })
    const response = await miniflare.dispatchFetch(`http://worker.test/?${query.toString()}`)
    const { codec, client, ...rest } = Object(await response.json())
    assert.deepEqual(rest, {})
    assert.deepEqual(codec, [])
    assertSeen(client, server.url)
  })
}

async function startWorker(script: string): Promise<AsyncDisposable & Miniflare> {
  const miniflare = new Miniflare({
    modules: true,
    script,
    compatibilityDate: '2026-07-01',
    host: '127.0.0.1',
    // Neither what Cloudflare tells of a request nor anything else is fetched.
    cf: false,
    outboundService: { network: { allow: ['127.0.0.0/8'] } },
  })
  await miniflare.ready

  return Object.assign(miniflare, { [Symbol.asyncDispose]: () => miniflare.dispose() })
}
