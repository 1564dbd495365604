import assert from 'node:assert/strict'
import { test } from 'node:test'
import ivm from 'isolated-vm'
import { createRealm, groupText, WEB_GROUPS } from './isolate.ts'

// Attributes are objects or, like `onerror`, nothing of their own.
const ATTRIBUTES = new Set(['navigator', 'onerror', 'performance'])
const names = Object.values(WEB_GROUPS)
  .flatMap(({ globals }) => globals)
  .filter((name) => !ATTRIBUTES.has(name))

test('every group exports the globals it declares, under their own names', async () => {
  using realm = await createRealm()
  const found = await realm.run(
    `return ${JSON.stringify(names)}.map((name) => [typeof globalThis[name], globalThis[name].name])`,
  )
  assert.deepEqual(
    found,
    names.map((name) => ['function', name]),
  )
})

test('loading a group touches no global that another group defines, nor globals of other hosts', () => {
  const isolate = new ivm.Isolate({ memoryLimit: 128 })
  const context = isolate.createContextSync()
  const watched = [...names, 'Buffer', 'Deno', 'HermesInternal', 'process', 'self', 'window']
  context.evalSync(`
    globalThis.touched = []
    for (const name of ${JSON.stringify(watched)})
      Object.defineProperty(globalThis, name, { get() { touched.push(name) } })`)
  for (const [name, { needs }] of Object.entries(WEB_GROUPS)) {
    const texts = [...needs, name].map((group) => `loaded.${group} = ${groupText(group)}(runtime)`)
    context.evalSync(
      `{ const loaded = {}; const runtime = { need: (name) => loaded[name], queueMicrotask() {}, timeOrigin() {} };
      ${texts.join('\n')} }`,
    )
  }
  const touched: unknown = context.evalSync('touched.join()')
  isolate.dispose()
  assert.equal(touched, '')
})

test('plain use of fetch loads neither streams nor blob nor text', async () => {
  using realm = await createRealm({
    answer: () => ({ message: { status: 200, statusText: '', headers: [] }, body: '{"a":1}' }),
  })
  const loaded = await realm.run(`
    await (await fetch('https://api.test/', { method: 'POST', body: 'x' })).json()
    return testing.loads()`)
  assert.deepEqual(loaded, ['fetch', 'url', 'dom'])
})

test('members are enumerable on prototypes and carry a class string', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const classes = [Headers, Blob, AbortController, TextDecoder]
      return classes.map(({ prototype }) => [
        Object.prototype.toString.call(prototype),
        Object.keys(prototype).includes('constructor'),
        Object.keys(prototype).length > 0,
      ])`),
    ['Headers', 'Blob', 'AbortController', 'TextDecoder'].map((name) => [
      `[object ${name}]`,
      false,
      true,
    ]),
  )
})
