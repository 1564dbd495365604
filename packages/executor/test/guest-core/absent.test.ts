import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  BufferGrowthAbsentError,
  CacheStorageAbsentError,
  CompressionAbsentError,
} from '@supolka/codemode-executor-protocol'
import { bundleGuest, openGuest } from './isolate.ts'

const bundleWith = (webAssembly: boolean): Promise<string> =>
  bundleGuest(`
import { createCaches, createCompression } from '../../src/guest/absent.ts'
import { SilentRegistry } from '../../src/guest/absent/silent-registry.ts'
import { closeDoors } from '../../src/guest/doors.ts'
class DOMException extends Error {
  #name
  constructor(message, name) { super(message); this.#name = name }
  get name() { return this.#name }
}
globalThis.DOMException = DOMException
const domException = (message, name) => new DOMException(message, name)
closeDoors({ webAssembly: ${webAssembly}, domException })
const absences = {
  caches: createCaches(domException),
  CompressionStream: createCompression('CompressionStream', domException),
  DecompressionStream: createCompression('DecompressionStream', domException),
  FinalizationRegistry: SilentRegistry,
}
for (const [name, value] of Object.entries(absences))
  Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true })
globalThis.touch = (run) => {
  try { return 'returned ' + typeof run() } catch (e) { return (e instanceof DOMException) + ' ' + e.name + ': ' + e.message }
}
`)
const bundle = await bundleWith(false)

const answer = async (body: string, source = bundle): Promise<string> => {
  const guest = await openGuest(source)
  try {
    return await guest.runAsync(body)
  } finally {
    guest.dispose()
  }
}
const answers = async (...expressions: Array<string>): Promise<Array<string>> =>
  JSON.parse(await answer(`return JSON.stringify([${expressions.join()}])`))

const refused = (error: Error): string => `true NotSupportedError: ${error.message}`
const growth = (name: string): string => refused(new BufferGrowthAbsentError(name))

test('published absences read by typeof as if they were there', async () => {
  assert.deepEqual(
    await answers(
      'typeof caches',
      'typeof CompressionStream',
      'typeof DecompressionStream',
      'typeof CacheStorage',
      'typeof FinalizationRegistry',
      'typeof WeakRef',
      'typeof WebAssembly',
      "'WebAssembly' in globalThis ? 'there' : 'gone'",
    ),
    ['object', 'function', 'function', 'undefined', 'function', 'function', 'undefined', 'gone'],
  )
})

test('webAssembly: true leaves WebAssembly in place', async () => {
  assert.equal(await answer('return typeof WebAssembly', await bundleWith(true)), 'object')
})

for (const name of ['CompressionStream', 'DecompressionStream']) {
  test(`${name} throws where it is constructed, and its subclass does`, async () => {
    const text = refused(new CompressionAbsentError(name))
    assert.deepEqual(
      await answers(
        `touch(() => new ${name}('gzip'))`,
        `touch(() => new ${name}())`,
        `touch(() => new (class extends ${name} {})('gzip'))`,
        `touch(() => Reflect.construct(Object, [], ${name}))`,
        `${name}.name + ${name}.length + String(${name}.prototype)`,
        `Object.keys(globalThis).includes('${name}')`,
      ),
      [text, text, text, 'returned object', `${name}1[object ${name}]`, false],
    )
  })
}

test('every member of caches rejects, afresh at each touch', async () => {
  const text = refused(new CacheStorageAbsentError())
  const answered: unknown = JSON.parse(
    await answer(`
      const seen = []
      for (const k of ['match', 'has', 'open', 'delete', 'keys']) {
        const promise = caches[k]('x')
        await promise.then(() => seen.push('kept'), (e) => seen.push(touch(() => { throw e })))
        seen.push(promise instanceof Promise, caches[k].name + caches[k].length)
      }
      const again = await Promise.allSettled([caches.open('x'), caches.open('x')])
      seen.push(again[0].reason === again[1].reason, Object.keys(caches).length, String(caches))
      return JSON.stringify(seen)`),
  )
  const member = (shape: string): Array<unknown> => [text, true, shape]
  assert.deepEqual(answered, [
    ...member('match1'),
    ...member('has1'),
    ...member('open1'),
    ...member('delete1'),
    ...member('keys0'),
    false,
    0,
    '[object CacheStorage]',
  ])
})

test('resize and grow throw, whatever they are called on', async () => {
  const resize = growth('ArrayBuffer.prototype.resize')
  const grow = growth('SharedArrayBuffer.prototype.grow')
  assert.deepEqual(
    await answers(
      'touch(() => new ArrayBuffer(8).resize(4))',
      'touch(() => ArrayBuffer.prototype.resize())',
      'touch(() => new SharedArrayBuffer(8).grow(16))',
      'ArrayBuffer.prototype.resize.name + ArrayBuffer.prototype.resize.length',
      'SharedArrayBuffer.prototype.grow.name + SharedArrayBuffer.prototype.grow.length',
    ),
    [resize, resize, grow, 'resize1', 'grow1'],
  )
})

for (const name of ['ArrayBuffer', 'SharedArrayBuffer']) {
  test(`no way of making a ${name} gives one that can grow`, async () => {
    const text = growth(`${name} maxByteLength`)
    const growable = name === 'ArrayBuffer' ? 'resizable' : 'growable'
    assert.deepEqual(
      await answers(
        `touch(() => new ${name}(8, { maxByteLength: 16 }))`,
        `touch(() => new ${name}(8, Object.assign(() => 1, { maxByteLength: 16 })))`,
        `touch(() => new ${name}(8, new Proxy({}, { get: () => 16 })))`,
        `touch(() => new (class extends ${name} {})(8, { maxByteLength: 16 }))`,
        `touch(() => Reflect.construct(${name}, [8, { maxByteLength: 16 }], Object))`,
        `touch(() => new (new ${name}(1).constructor)(8, { maxByteLength: 16 }))`,
        `touch(() => new (${name}[Symbol.species])(8, { maxByteLength: 16 }))`,
        `touch(() => new (Object.getOwnPropertyDescriptor(${name}.prototype, 'constructor').value)(8, { maxByteLength: 16 }))`,
      ),
      Array(8).fill(text),
    )
    assert.equal(
      await answer(`
        let reads = 0
        const options = { get maxByteLength() { return reads++ === 0 ? undefined : 1024 } }
        const buffer = new ${name}(8, options)
        const plain = Object.create(${name}.prototype, {})
        const species = new ${name}(8)
        species.constructor = { [Symbol.species]: ${name} }
        const undone = new ${name}(8)
        undone.constructor = undefined
        return JSON.stringify([buffer.${growable}, buffer.maxByteLength, reads,
          species.slice(0, 4).${growable}, undone.slice(0, 4).${growable},
          undone.slice(0, 4).constructor === ${name}, Object.getPrototypeOf(${name}) === Function.prototype])`),
      JSON.stringify([false, 8, 1, false, false, true, true]),
    )
  })

  test(`honest uses of ${name} keep working`, async () => {
    assert.deepEqual(
      await answers(
        `new ${name}(8) instanceof ${name}`,
        `new ${name}(8, {}).byteLength`,
        `new ${name}().byteLength`,
        `new ${name}('4', null).byteLength`,
        `${name}.name + ${name}.length`,
        `(class Sub extends ${name} { twice() { return this.byteLength * 2 } }, new (class Sub extends ${name} { twice() { return this.byteLength * 2 } })(4).twice())`,
        `Object.prototype.toString.call(new ${name}(1))`,
        `new Uint8Array(new ${name}(4)).buffer.constructor === ${name}`,
        `new ${name}(8).slice(2).byteLength`,
        `(() => { try { return ${name}(8) } catch (e) { return e.name } })()`,
        `(() => { try { return new ${name}(-1) } catch (e) { return e.name } })()`,
        `Object.keys(globalThis).includes('${name}')`,
      ),
      [true, 8, 0, 4, `${name}1`, 8, `[object ${name}]`, true, 6, 'TypeError', 'RangeError', false],
    )
  })
}

test('transfer stays, and what it makes has a fixed length', async () => {
  assert.deepEqual(
    await answers(
      'new ArrayBuffer(4).transfer(8).byteLength',
      'new ArrayBuffer(4).transfer(8).resizable',
      'new ArrayBuffer(4).transferToFixedLength().byteLength',
      'ArrayBuffer.isView(new Uint8Array(1))',
    ),
    [8, false, 4, true],
  )
})

test('the native FinalizationRegistry is reachable from no object of the realm', async () => {
  const text = await answer(`
    const seen = new Set(), found = [], queue = [[globalThis, 'globalThis']]
    while (queue.length > 0) {
      const [object, path] = queue.pop()
      if (object === null || (typeof object !== 'object' && typeof object !== 'function') || seen.has(object)) continue
      seen.add(object)
      if (typeof object === 'function' && /^function (FinalizationRegistry|ArrayBuffer|SharedArrayBuffer)\\(\\) \\{ \\[native code\\]/.test(Function.prototype.toString.call(object))) found.push(path)
      queue.push([Object.getPrototypeOf(object), path + '.proto'])
      for (const [key, d] of Reflect.ownKeys(object).map((k) => [k, Object.getOwnPropertyDescriptor(object, k)]))
        for (const value of [d?.value, d?.get, d?.set]) queue.push([value, path + '.' + String(key)])
    }
    return found.join() + ' ' + (seen.size > 500)`)
  assert.equal(text, ' true')
})

test('a program that tampers first changes neither texts nor guards', async () => {
  const text = await answer(`
    const { stringify } = JSON, caught = []
    for (let i = 0; i < 3; i++) Object.defineProperty(Array.prototype, i, {
      get() { caught.push('read'); return { maxByteLength: 64 } }, set(v) { caught.push('set') }, configurable: true })
    Object.defineProperty(Object.prototype, 'get', { __proto__: null, configurable: true, value: () => 'forged' })
    Reflect.construct = Reflect.get = Reflect.defineProperty = () => { throw new Error('hijacked') }
    WeakMap.prototype.set = WeakMap.prototype.delete = () => { throw new Error('hijacked') }
    Symbol.keyFor = () => { throw new Error('hijacked') }
    globalThis.Promise = globalThis.TypeError = globalThis.WeakMap = function () { throw new Error('hijacked') }
    const registry = new FinalizationRegistry(() => {}), token = Symbol('t')
    registry.register({}, 1, token)
    const out = touch(() => new ArrayBuffer(8, { maxByteLength: 16 })) + touch(() => new ArrayBuffer(8).resize(1)) +
      new ArrayBuffer(8).byteLength + new ArrayBuffer().byteLength + registry.unregister(token)
    const settled = await caches.open('x').then(() => 'kept', (e) => e.message)
    delete Object.prototype.get
    for (let i = 0; i < 3; i++) delete Array.prototype[i]
    return out + settled + caught.length`)
  assert.equal(
    text,
    `${growth('ArrayBuffer maxByteLength')}${growth('ArrayBuffer.prototype.resize')}80true${
      new CacheStorageAbsentError().message
    }0`,
  )
})
