import assert from 'node:assert/strict'
import { constants, createPublicKey, sign, verify, generateKeyPairSync } from 'node:crypto'
import type { KeyObject, SigningOptions } from 'node:crypto'
import { after, test } from 'node:test'
import { openPrograms, textsOf } from './run-program.ts'

const programs = openPrograms()
after(() => programs.dispose())

const MESSAGE = 'what is signed'

test('Ed25519 of RFC 8032, test 2', async () => {
  assert.deepEqual(
    await programs.run(`
      const secret = '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb'
      const pkcs8 = bytes('302e020100300506032b657004220420' + secret)
      const spot = bytes('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c')
      const privateKey = await subtle.importKey('pkcs8', pkcs8, 'ed25519', false, ['sign'])
      const publicKey = await subtle.importKey('raw', spot, 'Ed25519', false, ['verify'])
      const signature = await subtle.sign('Ed25519', privateKey, bytes('72'))
      return [
        hex(signature),
        await subtle.verify('Ed25519', publicKey, signature, bytes('72')),
        await subtle.verify('Ed25519', publicKey, signature, bytes('73')),
      ]`),
    [
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
        '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
      true,
      false,
    ],
  )
})

type Scheme = {
  /** The algorithm as the program imports and uses it. */
  key: string
  use: string
  generate: () => { privateKey: KeyObject; publicKey: KeyObject }
  hash: string | null
  options?: SigningOptions
}

const rsa = (): ReturnType<Scheme['generate']> =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })

const schemes: Array<Scheme> = [
  {
    key: `{ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-384' }`,
    use: `'RSASSA-PKCS1-v1_5'`,
    generate: rsa,
    hash: 'sha384',
  },
  {
    key: `{ name: 'RSA-PSS', hash: 'SHA-256' }`,
    use: `{ name: 'RSA-PSS', saltLength: 20 }`,
    generate: rsa,
    hash: 'sha256',
    options: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 20 },
  },
  {
    key: `{ name: 'ECDSA', namedCurve: 'P-256' }`,
    use: `{ name: 'ECDSA', hash: 'SHA-256' }`,
    generate: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    hash: 'sha256',
    options: { dsaEncoding: 'ieee-p1363' },
  },
  {
    key: `{ name: 'ECDSA', namedCurve: 'P-521' }`,
    use: `{ name: 'ECDSA', hash: { name: 'SHA-512' } }`,
    generate: () => generateKeyPairSync('ec', { namedCurve: 'P-521' }),
    hash: 'sha512',
    options: { dsaEncoding: 'ieee-p1363' },
  },
  {
    key: `'Ed25519'`,
    use: `'Ed25519'`,
    generate: () => generateKeyPairSync('ed25519'),
    hash: null,
  },
]

for (const { key, use, generate, hash, options = {} } of schemes) {
  test(`${key} signs and verifies what Node verifies and signs`, async () => {
    const { privateKey, publicKey } = generate()
    const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('hex')
    const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('hex')
    const message = Buffer.from(MESSAGE)
    const signature = sign(hash, message, { key: privateKey, ...options }).toString('hex')
    const answer = await programs.run(`
      const privateKey = await subtle.importKey('pkcs8', bytes('${pkcs8}'), ${key}, true, ['sign'])
      const publicKey = await subtle.importKey('spki', bytes('${spki}'), ${key}, true, ['verify'])
      const message = utf8('${MESSAGE}')
      return [
        hex(await subtle.sign(${use}, privateKey, message)),
        await subtle.verify(${use}, publicKey, bytes('${signature}'), message),
        await subtle.verify(${use}, publicKey, bytes('${signature}'), utf8('another')),
      ]`)
    const [signed = '', ...verified] = textsOf(answer)
    assert.deepEqual(verified, ['true', 'false'])
    const checked = { key: publicKey, ...options }
    assert.equal(verify(hash, message, checked, Buffer.from(signed, 'hex')), true)
  })
}

test('a generated key leaves as a JWK that Node can use', async () => {
  const answer = await programs.run(`
    const algorithm = { name: 'ECDSA', namedCurve: 'P-384' }
    const { publicKey, privateKey } = await subtle.generateKey(algorithm, false, ['sign', 'verify'])
    const signature = await subtle.sign({ name: 'ECDSA', hash: 'SHA-384' }, privateKey, utf8('${MESSAGE}'))
    return [JSON.stringify(await subtle.exportKey('jwk', publicKey)), hex(signature)]`)
  const [jwk = '', signature = ''] = textsOf(answer)
  const key = createPublicKey({ key: JSON.parse(jwk), format: 'jwk' })
  const checked = { key, dsaEncoding: 'ieee-p1363' as const }
  assert.equal(verify('sha384', Buffer.from(MESSAGE), checked, Buffer.from(signature, 'hex')), true)
})
