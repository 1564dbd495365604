import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openPrograms } from './run-program.ts'

const programs = openPrograms()
after(() => programs.dispose())

test('a key shows what it is, and shows the same objects each time', async () => {
  assert.deepEqual(
    await programs.run(`
      const algorithm = {
        name: 'rsa-pss',
        modulusLength: 1024,
        publicExponent: new Uint8Array([1, 0, 1]),
        hash: { name: 'sha-256' },
      }
      const { publicKey, privateKey } = await subtle.generateKey(algorithm, false, ['sign', 'verify'])
      const { name, modulusLength, publicExponent, hash } = publicKey.algorithm
      return [
        [name, modulusLength, [...publicExponent], publicExponent.constructor.name, hash],
        [publicKey.type, publicKey.extractable, publicKey.usages],
        [privateKey.type, privateKey.extractable, privateKey.usages],
        [publicKey.algorithm === publicKey.algorithm, publicKey.usages === publicKey.usages],
      ]`),
    [
      ['RSA-PSS', 1024, [1, 0, 1], 'Uint8Array', { name: 'SHA-256' }],
      ['public', true, ['verify']],
      ['private', false, ['sign']],
      [true, true],
    ],
  )
})

test('what a program writes on a key changes only what the key shows', async () => {
  assert.deepEqual(
    await programs.run(`
      const key = await subtle.importKey('raw', new Uint8Array(16), 'AES-CBC', false, ['encrypt'])
      key.algorithm.name = 'AES-GCM'
      key.usages.push('decrypt')
      Reflect.set(key, 'extractable', true)
      const algorithm = { name: 'AES-GCM', iv: new Uint8Array(16) }
      return [
        await failureOf(() => subtle.encrypt(algorithm, key, new Uint8Array(4))),
        await failureOf(() => subtle.decrypt({ ...algorithm, name: 'AES-CBC' }, key, new Uint8Array(16))),
        await failureOf(() => subtle.exportKey('raw', key)),
        Object.keys(key).length,
      ]`),
    ['InvalidAccessError', 'InvalidAccessError', 'InvalidAccessError', 0],
  )
})

const ROUND_TRIPS: Array<[string, string]> = [
  [
    `{ name: 'RSA-OAEP', modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-1' }`,
    'decrypt encrypt',
  ],
  [
    `{ name: 'RSASSA-PKCS1-v1_5', modulusLength: 1024, publicExponent: new Uint8Array([3]), hash: 'SHA-512' }`,
    'sign verify',
  ],
  [`{ name: 'ECDSA', namedCurve: 'P-256' }`, 'sign verify'],
  [`{ name: 'ECDH', namedCurve: 'P-521' }`, 'deriveBits'],
  [`{ name: 'Ed25519' }`, 'sign verify'],
  [`{ name: 'X25519' }`, 'deriveKey'],
]

for (const [algorithm, usages] of ROUND_TRIPS) {
  test(`${algorithm} survives pkcs8, spki and jwk`, async () => {
    const isSame = await programs.run(`
      const algorithm = ${algorithm}
      const pair = await subtle.generateKey(algorithm, true, '${usages}'.split(' '))
      const seen = []
      for (const [format, key] of [
        ['pkcs8', pair.privateKey], ['jwk', pair.privateKey], ['spki', pair.publicKey], ['jwk', pair.publicKey],
      ]) {
        const text = (exported) => format === 'jwk' ? JSON.stringify(exported) : hex(exported)
        const exported = await subtle.exportKey(format, key)
        const again = await subtle.importKey(format, exported, algorithm, true, key.usages)
        seen.push(text(exported) === text(await subtle.exportKey(format, again)))
        seen.push(again.type === key.type && JSON.stringify(again.usages) === JSON.stringify(key.usages))
      }
      return seen`)
    assert.deepEqual(
      isSame,
      Array.from({ length: 8 }, () => true),
    )
  })
}

test('raw public keys and secret keys survive their formats', async () => {
  assert.deepEqual(
    await programs.run(`
      const seen = []
      for (const algorithm of [{ name: 'ECDH', namedCurve: 'P-256' }, { name: 'X25519' }]) {
        const { publicKey } = await subtle.generateKey(algorithm, false, ['deriveBits'])
        const raw = await subtle.exportKey('raw', publicKey)
        const again = await subtle.importKey('raw', raw, algorithm, true, [])
        seen.push(raw.byteLength, hex(raw) === hex(await subtle.exportKey('raw', again)))
      }
      const hmac = { name: 'HMAC', hash: 'SHA-256', length: 256 }
      const key = await subtle.generateKey(hmac, true, ['sign'])
      const jwk = await subtle.exportKey('jwk', key)
      const again = await subtle.importKey('jwk', jwk, hmac, true, ['sign'])
      seen.push(hex(await subtle.exportKey('raw', key)) === hex(await subtle.exportKey('raw', again)))
      const aes = { kty: 'oct', k: 'AAECAwQFBgcICQoLDA0ODw', alg: 'A128GCM', key_ops: ['encrypt'], ext: true }
      const imported = await subtle.importKey('jwk', aes, 'AES-GCM', true, ['encrypt'])
      seen.push(hex(await subtle.exportKey('raw', imported)))
      return seen`),
    [65, true, 32, true, true, '000102030405060708090a0b0c0d0e0f'],
  )
})

test('a private key wrapped as a JWK by AES-GCM and unwrapped signs as before', async () => {
  assert.deepEqual(
    await programs.run(`
      const signer = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
      const usages = ['wrapKey', 'unwrapKey']
      const wrapping = await subtle.generateKey({ name: 'AES-GCM', length: 128 }, false, usages)
      const by = { name: 'AES-GCM', iv: new Uint8Array(12) }
      const wrapped = await subtle.wrapKey('jwk', signer.privateKey, wrapping, by)
      const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
      const again = await subtle.unwrapKey('jwk', wrapped, wrapping, by, algorithm, false, ['sign'])
      const use = { name: 'ECDSA', hash: 'SHA-256' }
      const signature = await subtle.sign(use, again, utf8('text'))
      const hidden = await subtle.generateKey({ name: 'AES-CBC', length: 128 }, false, ['encrypt'])
      return [
        await subtle.verify(use, signer.publicKey, signature, utf8('text')),
        again.extractable,
        await failureOf(() => subtle.exportKey('pkcs8', again)),
        await failureOf(() => subtle.wrapKey('raw', hidden, wrapping, by)),
      ]`),
    [true, false, 'InvalidAccessError', 'InvalidAccessError'],
  )
})
