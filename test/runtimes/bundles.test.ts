// The packages for any runtime as bundles for no platform in particular: nothing of Node is in them, they
// stay small, and they run.

import assert from 'node:assert/strict'
import { builtinModules } from 'node:module'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { serve } from '@supolka/codemode-executor-server'
import { bundle, CLIENT, onDisk, PROTOCOL } from './bundle.ts'

/** Bytes of the minified and compressed bundle: far above today's, and far below what would be a mistake. */
const MOST_COMPRESSED = { [PROTOCOL]: 16_384, [CLIENT]: 65_536 }

const namesNode = (text: string): Array<string> =>
  [...text.matchAll(/\b(?:from|import|require)\s*\(?\s*["']([^"']+)["']/gv)]
    .map(([, name = '']) => name)
    .filter((name) => name.startsWith('node:') || builtinModules.includes(name))

for (const [name, most] of Object.entries(MOST_COMPRESSED)) {
  test(`${name} bundles for any platform, with nothing of Node in it`, async (t) => {
    const { text, sizes, imports } = await bundle(`export * from '${name}'`)
    t.diagnostic(JSON.stringify(sizes))
    assert.deepEqual(imports, [])
    assert.deepEqual(namesNode(text), [])
    assert.ok(sizes.compressed < most, `${sizes.compressed} bytes`)
  })
}

test('the bundled codec keeps values, texts, names and faults', async () => {
  const source = await readFile(join(import.meta.dirname, 'fixtures/codec-checks.js'), 'utf8')
  await using file = await onDisk((await bundle(source)).text)
  const { checkCodec } = await import(file.url)
  assert.deepEqual(await checkCodec(), [])
})

test('the bundled client runs a program on a server', async () => {
  await using server = await serve({ port: 0, workers: 1 })
  await using file = await onDisk((await bundle(`export * from '${CLIENT}'`)).text)
  const { connect } = await import(file.url)
  await using executor = await connect(server.url)
  const outcome = await executor.execute({
    code: 'async () => store.double(21)',
    providers: [{ name: 'store', tools: ['double'] }],
    dispatch: async (_provider: string, _tool: string, argsJson: string) =>
      `{"result":${Number(argsJson) * 2}}`,
  })
  assert.deepEqual(outcome, { result: 42, logs: [] })
})
