import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bundleGuest, openGuest } from './isolate.ts'

const bundle = await bundleGuest(`
import { describeThrown, renderValue } from '../../src/guest/render.ts'
Object.assign(globalThis, { describeThrown, renderValue })
`)

const tampering: Record<string, string> = {
  'index setters on Array.prototype': `
    for (let i = 0; i < 4; i++) Object.defineProperty(Array.prototype, i, {
      set(v) { caught.push(v) }, get() { caught.push('read'); return 'forged' }, configurable: true })`,
  'descriptor fields on Object.prototype': `
    for (const k of ['get', 'set', 'value', 'writable', 'enumerable', 'configurable', 'done', 'text'])
      define(Object.prototype, k, { __proto__: null, configurable: true,
        get() { caught[caught.length] = k; return () => 'forged' }, set(v) { caught[caught.length] = v } })`,
  'replaced iterators': `
    for (const p of [Array.prototype, Map.prototype, Set.prototype, String.prototype])
      p[Symbol.iterator] = function* () { yield 'forged' }
    for (const i of [new Map().entries(), new Set().values(), [].values()])
      Object.getPrototypeOf(i).next = () => ({ done: true })`,
  'replaced methods everywhere': `
    const owners = [Object, Reflect, JSON, Array, Math, Number, String, Error, Symbol, Date, Function.prototype,
      Array.prototype, String.prototype, Number.prototype, BigInt.prototype, Symbol.prototype, Map.prototype,
      Set.prototype, Date.prototype, WeakMap.prototype, Object.getPrototypeOf(Uint8Array.prototype)]
    for (let i = 0; i < owners.length; i++) for (let keys = ownKeys(owners[i]), j = 0; j < keys.length; j++)
      if (keys[j] !== 'constructor') try { define(owners[i], keys[j], {
        value() { throw new Error('hijacked') }, configurable: true, writable: true }) } catch {}`,
  'toJSON and conversion hooks on Object.prototype': `
    Object.prototype.toJSON = String.prototype.toJSON = () => 'forged'
    Object.prototype[Symbol.toPrimitive] = () => 'forged'
    Object.prototype[Symbol.isConcatSpreadable] = true`,
}

for (const [what, code] of Object.entries(tampering)) {
  test(`rendering does not notice ${what}`, async () => {
    const guest = await openGuest(bundle)
    try {
      const text = await guest.run(`
        const values = [{ id: 7, tags: ['x', 'y'] }, new Map([['a', new Set([1])]]), new Date(0), 5n, -0,
          Symbol('s'), new Uint8Array([1, 2]), new Error('e', { cause: 1 }), () => 1]
        const n = values.length, render = renderValue, describe = describeThrown, caught = []
        const { ownKeys } = Reflect, { defineProperty: define } = Object
        let text = ''
        ${code}
        for (let i = 0; i < n; i++) text += render(values[i]) + describe(values[i]) + ';'
        delete Object.prototype.get; delete Object.prototype.set; delete Object.prototype.value
        return text + caught.length`)
      const pristine = [
        '{"id":7,"tags":["x","y"]}'.repeat(2),
        'Map(1) {"a" => Set(1) {1}}'.repeat(2),
        '1970-01-01T00:00:00.000Z'.repeat(2),
        '5n5n',
        '-0-0',
        'Symbol(s)Symbol(s)',
        'Uint8Array(2) [1,2]'.repeat(2),
        'Error: e [cause: 1]e',
        '[Function: (anonymous)]'.repeat(2),
      ]
      assert.equal(text, `${pristine.join(';')};0`)
    } finally {
      guest.dispose()
    }
  })
}
