import assert from 'node:assert/strict'
import { diffieHellman, generateKeyPairSync, pbkdf2Sync, type KeyObject } from 'node:crypto'
import { after, test } from 'node:test'
import { openPrograms } from './run-program.ts'

const programs = openPrograms()
after(() => programs.dispose())

test('PBKDF2 of RFC 6070', async () => {
  assert.deepEqual(
    await programs.run(`
      const key = await subtle.importKey('raw', utf8('password'), 'PBKDF2', false, ['deriveBits'])
      const derive = (hash, iterations) =>
        subtle.deriveBits({ name: 'PBKDF2', hash, salt: utf8('salt'), iterations }, key, 160)
      return [hex(await derive('SHA-1', 1)), hex(await derive('SHA-1', 4096)), hex(await derive('SHA-512', 2))]`),
    [
      '0c60c80f961f0e71f3a9b524af6012062fe037a6',
      '4b007901b765489abead49d926f721d065a429c1',
      pbkdf2Sync('password', 'salt', 2, 20, 'sha512').toString('hex'),
    ],
  )
})

test('HKDF of RFC 5869, test case 1', async () => {
  assert.equal(
    await programs.run(`
      const input = new Uint8Array(22).fill(0x0b)
      const key = await subtle.importKey('raw', input, 'HKDF', false, ['deriveBits'])
      const algorithm = {
        name: 'HKDF',
        hash: 'SHA-256',
        salt: bytes('000102030405060708090a0b0c'),
        info: bytes('f0f1f2f3f4f5f6f7f8f9'),
      }
      return hex(await subtle.deriveBits(algorithm, key, 42 * 8))`),
    '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
  )
})

const agreements: Array<[string, () => { privateKey: KeyObject; publicKey: KeyObject }]> = [
  [`{ name: 'X25519' }`, () => generateKeyPairSync('x25519')],
  [
    `{ name: 'ECDH', namedCurve: 'P-256' }`,
    () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ],
]

for (const [algorithm, generate] of agreements) {
  test(`${algorithm} agrees with Node's own key agreement`, async () => {
    const [{ privateKey }, { publicKey }] = [generate(), generate()]
    const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('hex')
    const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('hex')
    assert.equal(
      await programs.run(`
        const algorithm = ${algorithm}
        const own = await subtle.importKey('pkcs8', bytes('${pkcs8}'), algorithm, false, ['deriveBits'])
        const other = await subtle.importKey('spki', bytes('${spki}'), algorithm, true, [])
        return hex(await subtle.deriveBits({ name: algorithm.name, public: other }, own, 256))`),
      diffieHellman({ privateKey, publicKey }).toString('hex'),
    )
  })
}

test('X25519 and ECDH: both sides derive the same bits', async () => {
  assert.deepEqual(
    await programs.run(`
      const agree = async (algorithm) => {
        const [alice, bob] = await Promise.all(
          [1, 2].map(() => subtle.generateKey(algorithm, false, ['deriveBits'])),
        )
        const derive = (own, other) =>
          subtle.deriveBits({ name: algorithm.name, public: other.publicKey }, own.privateKey)
        const [one, two] = await Promise.all([derive(alice, bob), derive(bob, alice)])
        return [hex(one) === hex(two), one.byteLength]
      }
      const agreed = []
      for (const namedCurve of ['P-256', 'P-384', 'P-521']) agreed.push(await agree({ name: 'ECDH', namedCurve }))
      return [...agreed, await agree({ name: 'X25519' })]`),
    [
      [true, 32],
      [true, 48],
      [true, 66],
      [true, 32],
    ],
  )
})

test('keys derived from a password work, with the length of their kind', async () => {
  assert.deepEqual(
    await programs.run(`
      const usages = ['deriveKey']
      const password = await subtle.importKey('raw', utf8('password'), 'PBKDF2', false, usages)
      const salted = { name: 'PBKDF2', hash: 'SHA-256', salt: utf8('salt'), iterations: 1000 }
      const aes = await subtle.deriveKey(salted, password, { name: 'AES-GCM', length: 256 }, true, ['encrypt'])
      const mac = { name: 'HMAC', hash: 'SHA-256' }
      const hmac = await subtle.deriveKey(salted, password, mac, true, ['sign'])
      const raw = hex(await subtle.exportKey('raw', aes))
      const hkdf = await subtle.deriveKey(salted, password, 'HKDF', false, ['deriveBits']).catch((e) => e.name)
      return [raw, aes.algorithm, hmac.algorithm, hkdf]`),
    [
      pbkdf2Sync('password', 'salt', 1000, 32, 'sha256').toString('hex'),
      { name: 'AES-GCM', length: 256 },
      { name: 'HMAC', hash: { name: 'SHA-256' }, length: 512 },
      'OperationError',
    ],
  )
})
