import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openPrograms } from './run-program.ts'

const programs = openPrograms()
after(() => programs.dispose())

const KEY_128 = '2b7e151628aed2a6abf7158809cf4f3c'
const PLAIN = '6bc1bee22e409f96e93d7e117393172a'

/** Encrypts, compares, decrypts again; answers the cipher text as hexadecimal. */
const encrypt = (options: { algorithm: string; key: string; plain: string }): Promise<unknown> =>
  programs.run(`
    const algorithm = ${options.algorithm}
    const usages = ['encrypt', 'decrypt']
    const key = await subtle.importKey('raw', bytes('${options.key}'), algorithm.name, false, usages)
    const cipher = await subtle.encrypt(algorithm, key, bytes('${options.plain}'))
    const plain = hex(await subtle.decrypt(algorithm, key, cipher))
    if (plain !== '${options.plain}') throw new Error(plain)
    return hex(cipher)`)

test('AES-CBC of SP 800-38A, with the padding block behind it', async () => {
  const cipher = await encrypt({
    algorithm: `{ name: 'AES-CBC', iv: bytes('000102030405060708090a0b0c0d0e0f') }`,
    key: KEY_128,
    plain: PLAIN,
  })
  assert.match(String(cipher), /^7649abac8119b246cee98e9b12e9197d[\da-f]{32}$/)
})

test('AES-CTR of SP 800-38A', async () => {
  const cipher = await encrypt({
    algorithm: `{ name: 'aes-ctr', counter: bytes('f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff'), length: 64 }`,
    key: KEY_128,
    plain: PLAIN,
  })
  assert.equal(cipher, '874d6191b620e3261bef6864990db6ce')
})

test('AES-GCM, test case 4 of its specification', async () => {
  const cipher = await encrypt({
    algorithm: `{
      name: 'AES-GCM',
      iv: bytes('cafebabefacedbaddecaf888'),
      additionalData: bytes('feedfacedeadbeeffeedfacedeadbeefabaddad2'),
      tagLength: 128,
    }`,
    key: 'feffe9928665731c6d6a8f9467308308',
    plain:
      'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72' +
      '1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
  })
  assert.equal(
    cipher,
    '42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e' +
      '21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091' +
      '5bc94fbc3221a5db94fae95ae7121a47',
  )
})

test('AES-GCM refuses a cipher text that was changed', async () => {
  assert.equal(
    await programs.run(`
      const key = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
      const algorithm = { name: 'AES-GCM', iv: new Uint8Array(12) }
      const cipher = new Uint8Array(await subtle.encrypt(algorithm, key, utf8('hello')))
      cipher[0] ^= 1
      return failureOf(() => subtle.decrypt(algorithm, key, cipher))`),
    'OperationError',
  )
})

test('AES-KW of RFC 3394, section 4.1', async () => {
  assert.deepEqual(
    await programs.run(`
      const kek = bytes('000102030405060708090a0b0c0d0e0f')
      const wrapping = await subtle.importKey('raw', kek, 'AES-KW', false, ['wrapKey', 'unwrapKey'])
      const content = bytes('00112233445566778899aabbccddeeff')
      const key = await subtle.importKey('raw', content, 'AES-CBC', true, ['encrypt'])
      const wrapped = await subtle.wrapKey('raw', key, wrapping, 'AES-KW')
      const again = await subtle.unwrapKey('raw', wrapped, wrapping, 'AES-KW', 'AES-GCM', true, ['encrypt'])
      return [hex(wrapped), hex(await subtle.exportKey('raw', again)), again.algorithm]`),
    [
      '1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5',
      '00112233445566778899aabbccddeeff',
      { name: 'AES-GCM', length: 128 },
    ],
  )
})

test('RSA-OAEP with and without a label', async () => {
  assert.deepEqual(
    await programs.run(`
      const algorithm = {
        name: 'RSA-OAEP',
        modulusLength: 2048,
        publicExponent: new Uint8Array([1, 0, 1]),
        hash: 'SHA-256',
      }
      const { publicKey, privateKey } = await subtle.generateKey(algorithm, false, ['encrypt', 'decrypt'])
      const labelled = { name: 'RSA-OAEP', label: utf8('label') }
      const cipher = await subtle.encrypt('RSA-OAEP', publicKey, utf8('plain'))
      const other = await subtle.encrypt(labelled, publicKey, utf8('other'))
      return [
        cipher.byteLength,
        new TextDecoder().decode(await subtle.decrypt('RSA-OAEP', privateKey, cipher)),
        new TextDecoder().decode(await subtle.decrypt(labelled, privateKey, other)),
        await failureOf(() => subtle.decrypt('RSA-OAEP', privateKey, other)),
      ]`),
    [256, 'plain', 'other', 'OperationError'],
  )
})
