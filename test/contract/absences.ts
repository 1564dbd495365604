// Declared absences: each exists under its own name and fails at the first touch with its reason.

import { deepEqual } from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from './bounded-test.ts'
import { shareExecutor, type ExecutorFactory } from './executor-factory.ts'
import { inTurn } from './in-turn.ts'
import { CACHES_ABSENT, returned } from './outcomes.ts'

const growth = (name: string): string =>
  `${name} is absent from this runtime because a buffer that grows after it is created is allocated outside the memory limit this execution is metered against. Ask for the length you need when you create the buffer.`

const compression = (name: string): string =>
  `${name} is absent from this runtime by design. The host applies content coding on the wire, so work with uncompressed bytes.`

export function declareAbsences(create: ExecutorFactory): void {
  describe('absences', () => {
    const executor = shareExecutor(create)
    const run = (code: string) => executor.execute({ code, outbound: null })

    /** What `expression` throws at once, without anything awaited. */
    const thrownAtOnce = (expression: string) =>
      run(`() => {
        try { ${expression} } catch (error) {
          return [error instanceof DOMException, error instanceof Error, error.name, error.message]
        }
      }`)

    test('construction of the compression streams throws', async () => {
      const names = ['CompressionStream', 'DecompressionStream']

      deepEqual(
        await inTurn(names, (name) => thrownAtOnce(`new ${name}('gzip')`)),
        names.map((name) => returned([true, true, 'NotSupportedError', compression(name)])),
      )
      deepEqual(
        await thrownAtOnce(`new (class extends CompressionStream {})('gzip')`),
        returned([true, true, 'NotSupportedError', compression('CompressionStream')]),
      )
    })

    test('a call of either growth operation throws', async () => {
      const calls: Record<string, string> = {
        'new ArrayBuffer(8).resize(8)': 'ArrayBuffer.prototype.resize',
        'new ArrayBuffer(8).resize()': 'ArrayBuffer.prototype.resize',
        'new SharedArrayBuffer(8).grow(16)': 'SharedArrayBuffer.prototype.grow',
        'new ArrayBuffer(8, { maxByteLength: 16 })': 'ArrayBuffer maxByteLength',
        'new SharedArrayBuffer(8, { maxByteLength: 16 })': 'SharedArrayBuffer maxByteLength',
      }

      deepEqual(
        await inTurn(Object.keys(calls), thrownAtOnce),
        Object.values(calls).map((name) =>
          returned([true, true, 'NotSupportedError', growth(name)]),
        ),
      )
    })

    test('a buffer of fixed length works as ever', async () => {
      deepEqual(
        await run(`async () => {
          const buffer = new ArrayBuffer(8, {})
          return [buffer.byteLength, buffer.slice(4).byteLength, buffer instanceof ArrayBuffer]
        }`),
        returned([8, 4, true]),
      )
    })

    test('every member of caches rejects, and none throws at once', async () => {
      const members = [`match('x')`, `has('x')`, `open('x')`, `delete('x')`, 'keys()']

      deepEqual(
        await inTurn(members, (member) =>
          run(`async () => {
            const promise = caches.${member}
            return promise.then(() => 'fulfilled', (error) =>
              [promise instanceof Promise, error instanceof DOMException, error.name, error.message])
          }`),
        ),
        members.map(() => returned([true, true, 'NotSupportedError', CACHES_ABSENT])),
      )
    })

    test('caches has no interface object behind it', async () => {
      deepEqual(
        await run('async () => [typeof caches, typeof CacheStorage, typeof Cache]'),
        returned(['object', 'undefined', 'undefined']),
      )
    })

    test('detection by typeof enters the guarded branch', async () => {
      deepEqual(
        await run(`async () => [
          typeof CompressionStream, typeof DecompressionStream,
          typeof ArrayBuffer.prototype.resize, typeof SharedArrayBuffer.prototype.grow,
          typeof caches.open,
        ]`),
        returned(['function', 'function', 'function', 'function', 'function']),
      )
    })

    test('what is neither implemented nor declared absent is absent completely', async () => {
      deepEqual(
        await run(`async () => ['WebSocket', 'WebAssembly', 'process', 'require', 'Buffer', 'Worker', 'EventSource', 'localStorage', 'indexedDB', 'window', 'document']
          .filter((name) => name in globalThis)`),
        returned([]),
      )
    })

    test('FinalizationRegistry exists and never calls back, WeakRef stays', async () => {
      deepEqual(
        await run(`async () => {
          let called = 0
          const registry = new FinalizationRegistry(() => called++)
          for (let i = 0; i < 1e5; i++) registry.register({}, i)
          await new Promise((resolve) => setTimeout(resolve, 10))
          const target = {}
          return [called, new WeakRef(target).deref() === target]
        }`),
        returned([0, true]),
      )
    })
  })
}
