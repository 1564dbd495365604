import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bundleGuest, openGuest } from './isolate.ts'

const guest = await openGuest(
  await bundleGuest(`
import { SilentRegistry } from '../../src/guest/absent/silent-registry.ts'
globalThis.Native = FinalizationRegistry
globalThis.FinalizationRegistry = SilentRegistry
globalThis.name = (run) => { try { return String(run()) } catch (e) { return e.name } }
`),
)
after(() => guest.dispose())

/** The same body with the native class as `Registry`, and with the one that replaced it. */
const both = async (body: string): Promise<[native: unknown, silent: unknown]> => {
  const on = (registry: string): string => `((Registry) => {${body}})(${registry})`
  return JSON.parse(
    await guest.run(`return JSON.stringify([${on('Native')}, ${on('FinalizationRegistry')}])`),
  )
}

test('arguments are checked as the native class checks them', async () => {
  const [native, silent] = await both(`
    const registry = new Registry(() => {}), token = {}
    return [
      () => Registry(() => {}), () => new Registry(), () => new Registry({}),
      () => registry.register(1, 2), () => registry.register(Symbol.for('r'), 2),
      () => registry.register(token, token), () => registry.register({}, 1, 'token'),
      () => registry.register.call({}, {}, 1), () => registry.unregister(1),
      () => registry.unregister(undefined), () => registry.unregister.call({}, token),
      () => registry.register({}, 1), () => registry.register(Symbol('s'), 1, undefined),
      () => registry.register({}, 1, token), () => registry.register({}, 1, token),
      () => registry.unregister(token), () => registry.unregister(token), () => registry.unregister({}),
      () => new (class extends Registry {})(() => {}).register({}, 1),
    ].map(name)`)
  assert.deepEqual(silent, native)
})

test('the shape is that of the native class', async () => {
  const [native, silent] = await both(`
    const shape = (object) => Reflect.ownKeys(object).map((key) => {
      const d = Object.getOwnPropertyDescriptor(object, key)
      const value = typeof d.value === 'function' ? d.value.name + d.value.length : typeof d.value === 'object' ? '' : d.value
      return [String(key), d.writable, d.enumerable, d.configurable, value].join()
    }).sort()
    return [shape(Registry), shape(Registry.prototype), shape(new Registry(() => {})),
      String(new Registry(() => {})), shape(globalThis).filter((key) => /^FinalizationRegistry/.test(key))]`)
  assert.deepEqual(silent, native)
})

test('targets are not kept', async () => {
  const text = await guest.run(`
    const registry = new FinalizationRegistry(() => {})
    for (let i = 0; i < 200; i++) registry.register(new Array(1e6).fill(i), i, {})
    return 'survived'`)
  assert.equal(text, 'survived')
})
