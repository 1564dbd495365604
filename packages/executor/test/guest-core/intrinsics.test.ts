import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bundleGuest, openGuest } from './isolate.ts'

const guest = await openGuest(
  await bundleGuest(`
import * as intrinsics from '../../src/guest/intrinsics.ts'
Object.assign(globalThis, { intrinsics })
`),
)
after(() => guest.dispose())

const counted = ['', 'abc', 'é', '€uro', '😀', 'a\ud800', '\udc00b', '\ud800\ud800\udc00', '\ud83d']
for (const text of counted) {
  test(`utf8Size counts ${JSON.stringify(text)} as an encoder does`, async () => {
    assert.equal(
      await guest.run(`return String(intrinsics.utf8Size(${JSON.stringify(text)}))`),
      String(Buffer.byteLength(text)),
    )
  })
}

test('appending and joining never reach a setter or a getter of Array.prototype', async () => {
  const text = await guest.run(`
    const { appendTo, joinTexts } = intrinsics, caught = [], list = []
    for (let i = 0; i < 4; i++) Object.defineProperty(Array.prototype, i, {
      get() { caught.push('read'); return 'forged' }, set(v) { caught.push('set') }, configurable: true })
    appendTo(list, 'a'); appendTo(list, 'b'); list.length = 3; appendTo(list, 'd')
    const joined = joinTexts(list, ',')
    for (let i = 0; i < 4; i++) delete Array.prototype[i]
    return joined + ' ' + list.length + ' ' + caught.length`)
  assert.equal(text, 'a,b,,d 4 0')
})

test('a descriptor of its own makes polluted fields invisible', async () => {
  const text = await guest.run(`
    const { defineHidden, defineValue, ownDescriptor } = intrinsics, target = {}
    for (const key of ['get', 'set', 'writable', 'enumerable'])
      Object.defineProperty(Object.prototype, key, { __proto__: null, configurable: true, value: () => 'forged' })
    defineHidden(target, 'hidden', 1)
    defineValue(target, 'shown', 2)
    return [target.hidden, Object.keys(target), ownDescriptor(target, 'shown').get, ownDescriptor(target, 'absent')].join()`)
  assert.equal(text, '1,shown,,')
})

test('toDomString converts as Web IDL does', async () => {
  const text = await guest.run(`
    const { toDomString } = intrinsics
    let symbol
    try { toDomString(Symbol('s')) } catch (e) { symbol = e.name }
    return [toDomString(1), toDomString(null), toDomString({ toString: () => 'own' }), symbol].join()`)
  assert.equal(text, '1,null,own,TypeError')
})
