// The peer: DynamicWorkerExecutor of @cloudflare/codemode, in workerd under miniflare.

import { join } from 'node:path'
import { build } from 'esbuild'
import { Miniflare, type Request, Response } from 'miniflare'
import type { Side } from './side.ts'

export type DynamicWorkers = Side & {
  /** One request to the Worker, and back, that runs no program. */
  touch: () => Promise<void>
}

/** Bundles the Worker as Wrangler would, and starts it. Whoever starts it disposes it. */
export async function startDynamicWorkers(): Promise<DynamicWorkers> {
  const miniflare = new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.js', contents: await bundle() }],
    compatibilityDate: '2026-06-01',
    compatibilityFlags: ['nodejs_compat'],
    host: '127.0.0.1',
    cf: false,
    workerLoaders: { LOADER: {} },
    serviceBindings: { HOST: async (request: Request) => Response.json(await request.json()) },
  })
  const url = await miniflare.ready
  const ask = async (init: { method: string; body?: string }): Promise<unknown> => {
    const response = await miniflare.dispatchFetch(url, init)
    if (!response.ok) throw new Error(`The Worker failed: ${await response.text()}`)

    return response.json()
  }

  return {
    name: 'Dynamic Workers',
    run: async (program) => Object(await ask({ method: 'POST', body: JSON.stringify(program) })),
    async touch() {
      await ask({ method: 'GET' })
    },
    [Symbol.asyncDispose]: () => miniflare.dispose(),
  }
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'worker.ts')],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*'],
    write: false,
  })

  return outputFiles[0]?.text ?? ''
}
