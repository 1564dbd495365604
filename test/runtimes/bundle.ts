// The packages as an application ships them: one ES module for a platform that has no Node in it.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '../..')

export const PROTOCOL = '@supolka/codemode-executor-protocol'
export const CLIENT = '@supolka/cloudflare-codemode-executor'

export type Bundle = {
  text: string
  /** Bytes of the text as it is, and minified and compressed. */
  sizes: { plain: number; minified: number; compressed: number }
  /** What is imported from outside, such as modules of a runtime. */
  imports: Array<string>
}

export type BundleOptions = {
  /** Conditions of `exports` beside `import`. Default none. */
  conditions?: Array<string>
  /** Modules of the runtime, which stay imports. Default none. */
  external?: Array<string>
}

/** Bundles source that imports the packages by name, as esbuild does for no platform in particular. */
export async function bundle(source: string, options: BundleOptions = {}): Promise<Bundle> {
  const [plain, minified] = await Promise.all(
    [false, true].map(async (minify) => {
      const { outputFiles, metafile } = await build({
        stdin: {
          contents: source,
          resolveDir: join(root, 'packages/executor-server'),
          loader: 'js',
        },
        bundle: true,
        format: 'esm',
        platform: 'neutral',
        target: 'es2024',
        conditions: options.conditions ?? [],
        external: options.external ?? [],
        write: false,
        metafile: true,
        minify,
        logLevel: 'silent',
      })
      const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)

      return { text: outputFiles[0]?.text ?? '', imports: imports.map(({ path }) => path) }
    }),
  )
  if (plain === undefined || minified === undefined) throw new Error('esbuild gave no output.')
  const sizes = {
    plain: Buffer.byteLength(plain.text),
    minified: Buffer.byteLength(minified.text),
    compressed: gzipSync(minified.text).byteLength,
  }

  return { text: plain.text, sizes, imports: plain.imports }
}

/** Writes a bundle where this process can import it from. The caller disposes it. */
export async function onDisk(text: string): Promise<AsyncDisposable & { url: string }> {
  const cache = join(root, '.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'bundle-'))
  const path = join(folder, 'bundle.mjs')
  await writeFile(path, text)

  return {
    url: pathToFileURL(path).href,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
