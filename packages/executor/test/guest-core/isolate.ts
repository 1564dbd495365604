// Runs pieces of the guest runtime where they belong: bundled, in a real isolate without Node.

import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import ivm from 'isolated-vm'

const here = fileURLToPath(new URL('.', import.meta.url))
const protocol = fileURLToPath(new URL('../../../protocol/src/index.ts', import.meta.url))

export type Guest = {
  /** Runs a function body and answers what it returns, which has to be a string. */
  run(body: string): Promise<string>
  /** The same for the body of an async function. */
  runAsync(body: string): Promise<string>
  dispose(): void
}

/** Bundles an entry written in the test, its imports resolved from the test's folder. */
export const bundleGuest = async (entry: string): Promise<string> => {
  const built = await build({
    stdin: { contents: entry, resolveDir: here, sourcefile: 'entry.ts', loader: 'ts' },
    alias: { '@supolka/codemode-executor-protocol': protocol },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2024',
    banner: { js: '"use strict";' },
  })
  const [output] = built.outputFiles
  if (output === undefined) throw new Error('esbuild wrote nothing.')
  return output.text
}

const asText = (answer: unknown): string => {
  if (typeof answer !== 'string') throw new TypeError(`The guest answered with ${typeof answer}.`)
  return answer
}

/** Opens a fresh isolate in which the bundle has run. */
export const openGuest = async (bundle: string): Promise<Guest> => {
  const isolate = new ivm.Isolate({ memoryLimit: 64 })
  const context = await isolate.createContext()
  await context.eval(bundle)
  return {
    run: async (body) => asText(await context.eval(`(() => {${body}\n})()`, { timeout: 5000 })),
    runAsync: async (body) =>
      asText(await context.eval(`(async () => {${body}\n})()`, { promise: true, timeout: 5000 })),
    dispose: () => isolate.dispose(),
  }
}
