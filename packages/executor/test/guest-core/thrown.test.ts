import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bundleGuest, openGuest } from './isolate.ts'

const guest = await openGuest(
  await bundleGuest(`
import { describeThrown } from '../../src/guest/render.ts'
Object.assign(globalThis, { describeThrown })
`),
)
after(() => guest.dispose())

const thrown = (expression: string): Promise<string> =>
  guest.run(`return describeThrown(${expression})`)
const hostile = (key: string): string =>
  `Object.defineProperty(new Error(""), "${key}", { get() { throw new Error("hook") } })`

test('a thrown error is its message as it reads', async () => {
  assert.equal(await thrown('new Error("boom")'), 'boom')
  assert.equal(
    await thrown('new (class extends Error { get message() { return "own" } })()'),
    'own',
  )
  assert.equal(await thrown('new Error("a\\ud800b\\u0000c\\u2028d")'), 'a\ud800b\u0000c\u2028d')
  assert.equal(await thrown('new Error("")'), 'Error')
  assert.equal(await thrown('new TypeError()'), 'TypeError')
  assert.equal(await thrown('Object.assign(new Error(""), { name: "" })'), 'Error')
  assert.equal(await thrown('Object.assign(new Error(""), { message: { code: 1 } })'), '{"code":1}')
  assert.equal(await thrown('Object.assign(new Error("m"), { message: null })'), 'null')
  assert.equal(await thrown('new Proxy(new Error("through"), {})'), 'through')
  assert.equal((await thrown('new Error("x".repeat(1e6))')).length, 1e6)
})

test('a thrown error with hostile getters is named', async () => {
  assert.equal(await thrown(hostile('message')), '[Throws: hook]')
  assert.equal(await thrown(hostile('name')), '[Throws: hook]')
  assert.equal(await thrown(hostile('stack')), 'Error')
})

test('a thrown value that is no error gives a text that is never empty', async () => {
  assert.equal(await thrown('"x"'), 'x')
  assert.equal(await thrown('""'), "''")
  assert.equal(await thrown('null'), 'null')
  assert.equal(await thrown('undefined'), 'undefined')
  assert.equal(await thrown('5n'), '5n')
  assert.equal(await thrown('Symbol("s")'), 'Symbol(s)')
  assert.equal(await thrown('({ code: 1 })'), '{"code":1}')
  assert.equal(await thrown('({ message: "m" })'), '{"message":"m"}')
  assert.equal(await thrown('Object.create(null)'), '{}')
  assert.equal(await thrown('() => 1'), '[Function: (anonymous)]')
  assert.equal(await thrown('[]'), '[]')
})
