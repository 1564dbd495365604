// Bundles the guest half of the code runtime into a module that exports it as text. It is one expression
// for the entry scope, so the protocol's functions are the names of that scope.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'

const folder = join(import.meta.dirname, '../packages/code-runtime')
const guest = join(folder, 'src/guest')
const output = join(folder, 'dist/bundle')

// Executors load the groups of web globals that a source mentions, and look for ones that inspect the
// global object. None of that is wanted for every run.
const MENTIONS = /\b(?:console|import|globalThis|self|setTimeout|structuredClone|DOMException)\b/

const entryScope: Plugin = {
  name: 'entry-scope',
  setup(esbuild) {
    esbuild.onResolve({ filter: /^@supolka\/codemode-executor-protocol$/ }, () => ({
      path: join(guest, 'entry-scope.ts'),
    }))
  },
}

/** Writes `dist/bundle/guest-source.js` of the code runtime. */
export async function bundleCodeRuntime(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [join(guest, 'main.ts')],
    write: false,
    bundle: true,
    format: 'iife',
    globalName: 'exported',
    banner: { js: '(() => { "use strict";' },
    footer: { js: 'return exported.createRuntime })()' },
    platform: 'neutral',
    target: 'es2024',
    minify: true,
    legalComments: 'none',
    plugins: [entryScope],
    logLevel: 'warning',
  })
  const text = (outputFiles[0]?.text ?? '').trim()
  const found = MENTIONS.exec(text)
  if (found !== null) throw new Error(`The guest half of the code runtime mentions "${found[0]}".`)
  await mkdir(output, { recursive: true })
  await writeFile(
    join(output, 'guest-source.js'),
    `export const GUEST_SOURCE = ${JSON.stringify(text)}\n`,
  )
}
