// The runner's own parts, without the archive: what reads, serves and runs.

import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createExecutor } from '@supolka/codemode-executor'
import { findMirror, sourceStanza } from './apt-sources.ts'
import { readMeta } from './read-meta.ts'
import { runFile } from './run-file.ts'
import { ORIGIN, serveFiles } from './serve-files.ts'

test('META lines name scripts, relative ones too, and variants', () => {
  const source = [
    '// META: title=anything',
    '// META: script=/common/a.js',
    '// META: script=../b%20c.js',
    '// META: script=/resources/WebIDLParser.js',
    '// META: timeout=long',
    '// META: variant=?one',
    '// META: variant=?two=(x|y)',
    'test(() => {})',
  ].join('\n')
  deepEqual(readMeta(source, '/url/sub/x.any.js'), {
    scripts: ['/common/a.js', '/url/b c.js', '/resources/webidl2/lib/webidl2.js'],
    variants: ['?one', '?two=(x|y)'],
    isLong: true,
  })
  deepEqual(readMeta('', '/x.any.js'), { scripts: [], variants: [''], isLong: false })
})

test('the mirror of the release is found in both formats of apt, and not that of its updates', () => {
  const lines = [
    '# deb http://commented.test/debian bookworm main',
    'deb http://other.test/tool stable main',
    'deb http://updates.test/debian bookworm-updates main',
    'deb [arch=amd64 signed-by=/k.gpg] http://mirror.test/debian bookworm main contrib',
  ].join('\n')
  deepEqual(findMirror(lines, 'bookworm'), {
    uris: ['http://mirror.test/debian'],
    signedBy: '/k.gpg',
  })
  const stanzas = [
    'Types: deb\nURIs: http://updates.test/debian\nSuites: bookworm-security\nComponents: main',
    'Types: deb\n# a comment\nURIs: http://mirror.test/debian\nSuites: bookworm\n bookworm-updates\nComponents: main',
  ].join('\n\n')
  deepEqual(findMirror(stanzas, 'bookworm'), {
    uris: ['http://mirror.test/debian'],
    signedBy: undefined,
  })
  equal(findMirror(stanzas, 'trixie'), undefined)
  match(
    sourceStanza({ uris: ['http://mirror.test/debian'], signedBy: '/k.gpg' }, 'sid'),
    /^Types: deb-src\n[^]*Suites: sid\n[^]*Signed-By: \/k\.gpg\n$/,
  )
})

test('the server gives files with their headers, and nothing above the root', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'suite-'))
  t.after(() => rm(root, { recursive: true }))
  await mkdir(join(root, 'in'))
  await writeFile(join(root, 'in/a.json'), '{}')
  await writeFile(join(root, 'in/b.wasm'), '')
  await writeFile(join(root, 'in/b.wasm.headers'), 'Content-Type: text/css\n')
  await writeFile(join(root, 'secret.txt'), 'x')
  const get = serveFiles(join(root, 'in'))
  const ask = async (path: string): Promise<[number, string | undefined]> => {
    const url = ORIGIN + path
    const { status, headers } = await get({ method: 'GET', url, headers: [], body: null })
    return [status, new Map(headers).get('content-type')]
  }
  deepEqual(await ask('/a.json'), [200, 'application/json'])
  deepEqual(await ask('/b.wasm'), [200, 'text/css'])
  deepEqual(await ask('/a.json?pipe=header(Content-Type,text/x)'), [200, 'text/x'])
  deepEqual(await ask('/%2e%2e%2fsecret.txt'), [404, undefined])
  deepEqual(await ask('/handler.py'), [501, undefined])
  await rejects(get({ method: 'GET', url: 'http://else.test/', headers: [], body: null }))
})

// As much of a harness as the runner speaks to.
const HARNESS = `
var finished, results = []
var add_completion_callback = (callback) => { finished = callback }
var timeout = () => finished(results, { status: 2, message: 'gave up' })
var test = (body, name) => {
  try { body(); results.push({ name, status: 0 }) }
  catch (error) { results.push({ name, status: 1, message: error.message }) }
}
var done = () => finished(results, { status: 0, message: null })`

test('a file runs in an isolate as one script with its location, and reports each subtest', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'suite-'))
  const executor = createExecutor({ workers: 1, outbound: serveFiles(root) })
  t.after(() => Promise.all([executor.dispose(), rm(root, { recursive: true })]))
  await mkdir(join(root, 'resources'))
  await writeFile(join(root, 'resources/testharness.js'), HARNESS)
  await writeFile(join(root, 'shared.js'), 'const shared = () => location.search')
  await writeFile(
    join(root, 'a.any.js'),
    `// META: script=shared.js
fetch('shared.js').then(async (response) => {
  const text = await response.text()
  test(() => { if (shared() !== '?v' || this !== self) throw Error('no') }, 'scope')
  test(() => { throw Error(text) }, 'fetched')
  done()
})`,
  )
  await writeFile(join(root, 'b.any.js'), 'throw Error("at once")')
  const report = await runFile(executor, root, { path: '/a.any.js', variant: '?v' })
  equal(report.trouble, undefined)
  deepEqual(
    report.subtests.map(({ name, status, message }) => [name, status, message]),
    [
      ['scope', 'PASS', undefined],
      ['fetched', 'FAIL', 'const shared = () => location.search'],
    ],
  )
  const broken = await runFile(executor, root, { path: '/b.any.js', variant: '' })
  match(broken.trouble ?? '', /at once/)
})
