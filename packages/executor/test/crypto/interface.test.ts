import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openPrograms } from './run-program.ts'

const programs = openPrograms()
after(() => programs.dispose())

test('the globals have the shape of their interfaces', async () => {
  assert.deepEqual(
    await programs.run(`
      return [
        [crypto instanceof Crypto, subtle instanceof SubtleCrypto, crypto.subtle === subtle],
        [String(crypto), String(subtle), Crypto.name, CryptoKey.name, SubtleCrypto.name],
        Object.keys(SubtleCrypto.prototype).sort().join(' '),
        Object.keys(Crypto.prototype).sort().join(' '),
        Object.keys(CryptoKey.prototype).sort().join(' '),
        ['unwrapKey', 'deriveBits', 'digest'].map((name) => SubtleCrypto.prototype[name].length),
      ]`),
    [
      [true, true, true],
      ['[object Crypto]', '[object SubtleCrypto]', 'Crypto', 'CryptoKey', 'SubtleCrypto'],
      'decrypt deriveBits deriveKey digest encrypt exportKey generateKey importKey sign unwrapKey verify wrapKey',
      'getRandomValues randomUUID subtle',
      'algorithm extractable type usages',
      [7, 2, 2],
    ],
  )
})

test('nobody constructs them, and their members know a foreign receiver', async () => {
  const isTypeError = await programs.run(`
    const get = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get
    const attempts = [
      () => new Crypto(),
      () => new CryptoKey({ id: 1 }),
      () => new SubtleCrypto(true),
      () => new (class extends CryptoKey {})(),
      () => Crypto.prototype.randomUUID.call({}),
      () => Crypto.prototype.getRandomValues.call({}, new Uint8Array(1)),
      () => get(Crypto.prototype, 'subtle').call(Object.create(crypto)),
      () => get(CryptoKey.prototype, 'type').call({ type: 'secret' }),
      () => get(CryptoKey.prototype, 'algorithm').call(Object.create(CryptoKey.prototype)),
    ]
    return attempts.map((attempt) => {
      try {
        attempt()
        return false
      } catch (error) {
        return error instanceof TypeError
      }
    })`)
  assert.deepEqual(
    isTypeError,
    Array.from({ length: 9 }, () => true),
  )
})

test('structuredClone refuses keys and the two objects', async () => {
  assert.deepEqual(
    await programs.run(`
      const key = await subtle.importKey('raw', new Uint8Array(16), 'AES-CBC', true, ['encrypt'])
      const clone = (value) => failureOf(async () => structuredClone({ value }))
      return [await clone(key), await clone(crypto), await clone(subtle)]`),
    ['DataCloneError', 'DataCloneError', 'DataCloneError'],
  )
})

test('changed prototypes reach neither the arguments of a call nor the key', async () => {
  assert.equal(
    await programs.run(`
      Object.prototype.toJSON = Array.prototype.toJSON = () => ({ extractable: true })
      Object.prototype.iv = new Uint8Array(16)
      Object.defineProperty(Object.prototype, 'extractable', { value: true, configurable: true })
      JSON.stringify = () => '{}'
      const key = await subtle.generateKey({ name: 'AES-GCM', length: 128 }, false, ['encrypt'])
      delete Object.prototype.toJSON
      delete Array.prototype.toJSON
      delete Object.prototype.iv
      return key.algorithm.name + ' ' + key.extractable + ' ' + (await failureOf(() => subtle.exportKey('raw', key)))`),
    'AES-GCM false InvalidAccessError',
  )
})
