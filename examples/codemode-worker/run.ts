// Starts an executor server, and the Worker under miniflare; then asks the Worker as a user would.

import { serve } from '@supolka/codemode-executor-server'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'

const token = 'a-long-token-of-the-operator'
await using server = await serve({ port: 0, token, workers: 1 })

// Wrangler bundles in the same way.
const { outputFiles } = await build({
  entryPoints: [`${import.meta.dirname}/worker.ts`],
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2024',
  conditions: ['workerd', 'worker', 'browser'],
  external: ['cloudflare:*'],
  write: false,
})
const worker = new Miniflare({
  modules: [{ type: 'ESModule', path: 'worker.js', contents: outputFiles[0]?.text ?? '' }],
  compatibilityDate: '2026-07-01',
  bindings: { EXECUTOR_URL: server.url, EXECUTOR_TOKEN: token },
  // The Worker reaches the server on this machine, and nothing else.
  outboundService: { network: { allow: ['127.0.0.0/8'] } },
  cf: false,
})

const answers = [
  '```ts\nconst total: number = (await shop.price_of("espresso")) * 2\ntotal\n```',
  'async () => { for (;;) { await shop.priceOf("filter") } }',
]
for (const body of answers) {
  // One after the other, so that the answers read in order.
  // oxlint-disable-next-line no-await-in-loop
  const response = await worker.dispatchFetch('http://shop.example/', { method: 'POST', body })
  // oxlint-disable-next-line no-await-in-loop
  console.log(await response.json())
}
await worker.dispose()
