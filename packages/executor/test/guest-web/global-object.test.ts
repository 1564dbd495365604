import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { GROUPS } from '../../src/guest/groups.ts'
import { openPrograms } from './program.ts'

const programs = openPrograms()
after(programs.dispose)

const ATTRIBUTES = ['caches', 'crypto', 'navigator', 'onerror', 'performance', 'self']
const names = Object.entries(GROUPS)
  .filter(([group]) => group !== 'wasm')
  .flatMap(([, { globals }]) => globals)
const interfaces = names.filter((name) => /^[A-Z]/.test(name))
const operations = ['queueMicrotask', ...names.filter((name) => /^[a-z]/.test(name))].filter(
  (name) => !ATTRIBUTES.includes(name) && name !== 'console',
)

/** Parameters that a call needs. */
const LENGTHS: Readonly<Record<string, number>> = { clearInterval: 0, clearTimeout: 0 }

test('the global object has the names of the runtime and of the language, and nothing internal', async () => {
  const own = await programs.run('return Reflect.ownKeys(globalThis).map(String)')
  assert.ok(Array.isArray(own))
  const found = own.map(String).toSorted()
  const language = String(runInNewContext('Object.getOwnPropertyNames(globalThis).join()')).split(
    ',',
  )
  const wanted = new Set([...names, ...language, 'self', 'queueMicrotask'])
  wanted.delete('WebAssembly')
  assert.deepEqual(found, [...wanted].toSorted())
})

test('interfaces are hidden data properties with their own names', async () => {
  assert.deepEqual(
    await programs.run(`
      return ${JSON.stringify(interfaces)}.map((name) => {
        const { value, writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(globalThis, name)
        return [value.name, writable, enumerable, configurable]
      })`),
    interfaces.map((name) => [name, true, false, true]),
  )
})

test('operations are enumerable data properties, no constructors, and say how much they need', async () => {
  assert.deepEqual(
    await programs.run(`
      return ${JSON.stringify(operations)}.map((name) => {
        const { value, writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(globalThis, name)
        return [value.name, value.length, 'prototype' in value, writable, enumerable, configurable]
      })`),
    operations.map((name) => [name, LENGTHS[name] ?? 1, false, true, true, true]),
  )
})

test('attributes are accessors that check their receiver and give way to an assignment', async () => {
  assert.deepEqual(
    await programs.run(`
      return ${JSON.stringify(ATTRIBUTES)}.map((name) => {
        const { get, set, enumerable, configurable } = Object.getOwnPropertyDescriptor(globalThis, name)
        let refused
        try { get.call({}) } catch (error) { refused = error.name }
        return [get.name, set.name, enumerable, configurable, refused, get.call(undefined) === globalThis[name]]
      })`),
    ATTRIBUTES.map((name) => [`get ${name}`, `set ${name}`, true, true, 'TypeError', true]),
  )
  assert.deepEqual(
    await programs.run(`
      crypto = 1; performance = 2; navigator = 3; self = 4; caches = 5
      const { writable, enumerable } = Object.getOwnPropertyDescriptor(globalThis, 'crypto')
      return [crypto, performance, navigator, self, caches, writable, enumerable]`),
    [1, 2, 3, 4, 5, true, true],
  )
})

test('console is a hidden data property', async () => {
  assert.deepEqual(
    await programs.run(`
      const { get, enumerable, value } = Object.getOwnPropertyDescriptor(globalThis, 'console')
      return [typeof get, enumerable, typeof value]`),
    ['undefined', false, 'object'],
  )
})

test('what the text of a program does not show is loaded at the touch all the same', async () => {
  assert.deepEqual(
    await programs.run(`
      const hidden = (text) => globalThis[text.split('').reverse().join('')]
      const before = typeof hidden('LRU')
      globalThis['rorreno'.split('').reverse().join('')] = (message) => { seen = message; return true }
      let seen
      hidden('rorrEtroper')(1)
      return [before, hidden('ecnamrofrep').now() > 0, seen, typeof hidden('renetsiLtnevEdda')]`),
    ['function', true, 'Uncaught 1', 'function'],
  )
})

test('a group that loads leaves alone what a program put in the place of its globals', async () => {
  assert.deepEqual(
    await programs.run(`
      const name = ['U', 'RL'].join('')
      globalThis[name] = 'mine'
      delete globalThis[['F', 'ile'].join('')]
      const search = globalThis[name + 'SearchParams']
      const blob = globalThis[['B', 'lob'].join('')]
      return [globalThis[name], typeof search, typeof blob, ['F', 'ile'].join('') in globalThis]`),
    ['mine', 'function', 'function', false],
  )
})

/** What V8 has only from a release of Node on; by expressions that are true where it is there. */
const NEWER: Readonly<Record<string, number>> = {
  "typeof Temporal === 'object'": 26,
  "typeof Uint8Array.fromBase64 === 'function'": 26,
  "typeof Uint8Array.prototype.toHex === 'function'": 26,
  "typeof Iterator.concat === 'function'": 26,
  "typeof Map.prototype.getOrInsert === 'function'": 26,
  "typeof WeakMap.prototype.getOrInsertComputed === 'function'": 26,
  "typeof Promise.try === 'function'": 24,
  "typeof RegExp.escape === 'function'": 24,
  "typeof Float16Array === 'function'": 24,
  "typeof Error.isError === 'function'": 24,
  "typeof Array.fromAsync === 'function'": 24,
  "typeof Iterator.prototype.map === 'function'": 24,
  "typeof Set.prototype.union === 'function'": 24,
  "typeof DisposableStack === 'function'": 24,
}

test('what a newer V8 adds is there from the documented release of Node on', async () => {
  const major = Number(process.versions.node.split('.')[0])
  assert.deepEqual(
    await programs.run(`return [${Object.keys(NEWER).join(', ')}]`),
    Object.values(NEWER).map((since) => major >= since),
  )
})
