// The adapter in workerd, bundled as for Workers: with the stripper of types, and without it.

import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'

const WORKER = `
  import { createCodemodeExecutor } from '@supolka/cloudflare-codemode-executor/codemode'

  // What an executor gets is what is looked at here.
  const executor = { execute: async ({ code }) => ({ result: code }) }

  export default {
    async fetch(request) {
      const outcome = await createCodemodeExecutor(executor).execute(await request.text(), [])
      return Response.json(outcome)
    }
  }`

async function startWorker(external: Array<string>): Promise<Miniflare & AsyncDisposable> {
  const { outputFiles } = await build({
    stdin: { contents: WORKER, resolveDir: import.meta.dirname, loader: 'js' },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external,
    write: false,
    minify: true,
    logLevel: 'silent',
  })
  const miniflare = new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.js', contents: outputFiles[0]?.text ?? '' }],
    compatibilityDate: '2026-07-01',
    host: '127.0.0.1',
    cf: false,
  })
  await miniflare.ready

  return Object.assign(miniflare, { [Symbol.asyncDispose]: () => miniflare.dispose() })
}

async function ask(worker: Miniflare, answer: string): Promise<unknown> {
  const response = await worker.dispatchFetch('http://worker.test/', {
    method: 'POST',
    body: answer,
  })

  return response.json()
}

test('a Worker makes programs of answers, TypeScript included', async () => {
  await using worker = await startWorker([])
  deepEqual(await ask(worker, '```js\n1 + 1\n```'), {
    result: 'async () => {\nreturn (1 + 1)\n}',
    logs: [],
  })
  deepEqual(await ask(worker, 'async (n?: number) => n'), {
    result: 'async (n         ) => n',
    logs: [],
  })
})

test('a Worker that leaves the stripper out goes on without it', async () => {
  await using worker = await startWorker(['ts-blank-space'])
  deepEqual(await ask(worker, 'const a = 1\na + 1'), {
    result: 'async () => {\nconst a = 1\nreturn (a + 1)\n}',
    logs: [],
  })
  const { result } = Object(await ask(worker, 'const n: number = 1'))
  ok(String(result).includes('const n: number = 1'))
})
