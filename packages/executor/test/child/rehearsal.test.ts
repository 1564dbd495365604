import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import ivm from 'isolated-vm'
import { readBundles } from '../../src/child/bundles.ts'
import { IsolateFactory } from '../../src/child/isolate.ts'
import { rehearse } from '../../src/child/rehearsal.ts'

const RUNTIME = 'executor:0123456789abcdef0123456789abcdef'

const factory = new IsolateFactory({
  addon: ivm,
  bundles: readBundles(fileURLToPath(new URL('../../dist/bundle', import.meta.url))),
  memoryLimit: 64,
  webAssembly: false,
  onCatastrophe: () => {
    throw new Error('V8 gave up on an isolate in which nothing ran.')
  },
})

test('a rehearsal runs nothing and leaves nothing on the global object', async () => {
  const [rehearsed, plain] = [factory.prepare(), factory.prepare()]
  rehearse(rehearsed, RUNTIME)
  const names = 'Reflect.ownKeys(globalThis).map(String).join()'
  assert.equal(await rehearsed.context.eval(names), await plain.context.eval(names))
  // A module that was linked or had run would have a namespace to read.
  assert.throws(() => rehearsed.rehearsed?.namespace, /instantiated/)
  rehearsed.isolate.dispose()
  plain.isolate.dispose()
})

test('what it takes is not on the clock of the run', () => {
  const prepared = factory.prepare()
  const before = prepared.idle.guestMs
  rehearse(prepared, RUNTIME)
  assert.ok(prepared.idle.guestMs > before)
  assert.equal(prepared.idle.guestMs, Number(prepared.isolate.cpuTime) / 1e6)
  prepared.isolate.dispose()
})

test('groups are cached one at a time until none is left, and load alike with a cache and without', async () => {
  const describe = `JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, 'URL'))
    + new URL('https://a.test/b').pathname`
  const uncached = factory.prepare()
  uncached.preload(['url'])
  let count = 0
  while (factory.cacheNextGroup()) count += 1
  const cached = factory.prepare()
  cached.preload(['url'])
  assert.ok(count > 1)
  const expected = '{"writable":true,"enumerable":false,"configurable":true}/b'
  assert.equal(await uncached.context.eval(describe), expected)
  assert.equal(await cached.context.eval(describe), expected)
  uncached.isolate.dispose()
  cached.isolate.dispose()
})
