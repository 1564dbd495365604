import assert from 'node:assert/strict'
import { webcrypto } from 'node:crypto'
import { test } from 'node:test'
import { MAX_KEYS } from '../../src/child/crypto/bounds.ts'
import { createKeyStore } from '../../src/child/crypto/key-store.ts'

const importSecret = (
  bytes: Uint8Array<ArrayBuffer>,
): ReturnType<typeof webcrypto.subtle.importKey> =>
  webcrypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])

const call = { method: 'importKey', args: {}, first: undefined, second: undefined }

const isFull = {
  name: 'OperationError',
  message: /^The run holds as many crypto keys as it may\. /,
}

test('a key is found by its number, and no other number is known', async () => {
  const store = createKeyStore()
  const key = await importSecret(new Uint8Array(32))
  const { id, type, usages, extractable } = store.add(key, call)
  assert.deepEqual([type, usages, extractable], ['secret', ['sign'], false])
  assert.equal(store.get(id), key)
  assert.throws(() => store.get(id + 1), { name: 'OperationError' })
})

test('a run holds a bounded number of keys', async () => {
  const store = createKeyStore()
  const key = await importSecret(new Uint8Array(32))
  for (let count = 0; count < MAX_KEYS; count += 1) store.add(key, call)
  assert.throws(() => store.add(key, call), isFull)
})

test('a password counts by what it was made of', async () => {
  const store = createKeyStore()
  const key = await webcrypto.subtle.importKey('raw', new Uint8Array(1), 'PBKDF2', false, [
    'deriveKey',
  ])
  store.add(key, { ...call, first: Buffer.alloc(16_000_000) })
  assert.throws(() => store.add(key, { ...call, first: Buffer.alloc(1_000_000) }), isFull)
})

test('a run holds a bounded number of secret bytes', async () => {
  const store = createKeyStore()
  const key = await importSecret(new Uint8Array(8_388_608))
  store.add(key, call)
  store.add(key, call)
  assert.throws(() => store.add(key, call), isFull)
})
