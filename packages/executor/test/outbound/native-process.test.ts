import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { serveHttp } from './fixtures/servers.ts'

const NATIVE = new URL('../../src/outbound/native.ts', import.meta.url).href

// Without node:http, whose import alone makes Node load its own fetch.
const PROGRAM = `
  const legacy = Symbol.for('undici.globalDispatcher.1')
  const current = Symbol.for('undici.globalDispatcher.2')
  const dispatcher = { dispatch() {} }
  globalThis[legacy] = dispatcher
  const { createNativeOutbound } = await import(${JSON.stringify(NATIVE)})
  const outbound = createNativeOutbound({
    maxResponseBytes: 1000,
    policy: { allowPrivateAddresses: true },
  })
  const message = { method: 'GET', url: process.argv[1], headers: [], body: null }
  const { body } = await outbound.fetch(message, new AbortController().signal)
  const answeredAt = performance.now()
  process.on('exit', () => {
    const report = {
      body: Buffer.from(body).toString(),
      exitedAtOnce: performance.now() - answeredAt < 1500,
      keptDispatcher: globalThis[legacy] === dispatcher && globalThis[current] === undefined,
    }
    process.stdout.write(JSON.stringify(report))
  })`

test('native fetch leaves its process free to end, and its global fetch as it was', async (t) => {
  const server = await serveHttp(t, (_incoming, outgoing) => outgoing.end('answered'))
  const argv = ['--input-type=module', '--eval', PROGRAM, `http://127.0.0.1:${server.port}/`]
  const { stdout } = await promisify(execFile)(process.execPath, argv)
  assert.deepEqual(JSON.parse(stdout), {
    body: 'answered',
    exitedAtOnce: true,
    keptDispatcher: true,
  })
})
