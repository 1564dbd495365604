import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openPrograms, textsOf } from './run-program.ts'

const programs = openPrograms()
after(() => programs.dispose())

/** What fails, and the name of its DOMException; a TypeError of the language is `plain`. */
const FAILURES: Array<[attempt: string, name: string]> = [
  [`subtle.digest('MD5', new Uint8Array())`, 'NotSupportedError'],
  [`subtle.digest('\\u017fHA-1', new Uint8Array())`, 'NotSupportedError'],
  [`subtle.digest({}, new Uint8Array())`, 'plain TypeError'],
  [`subtle.digest(Symbol(), new Uint8Array())`, 'plain TypeError'],
  [`subtle.digest('SHA-1', 'text')`, 'plain TypeError'],
  [`subtle.digest('SHA-1', new Uint8Array(new SharedArrayBuffer(4)))`, 'plain TypeError'],
  [`subtle.digest('SHA-1')`, 'plain TypeError'],
  [`subtle.sign('HMAC', {}, new Uint8Array())`, 'plain TypeError'],
  [`subtle.sign('AES-CBC', await hmac(), new Uint8Array())`, 'NotSupportedError'],
  [`subtle.sign('Ed25519', await hmac(), new Uint8Array())`, 'InvalidAccessError'],
  [`subtle.verify('HMAC', await hmac(), new Uint8Array(), new Uint8Array())`, 'InvalidAccessError'],
  [`subtle.encrypt({ name: 'AES-CBC' }, await aes(), new Uint8Array())`, 'plain TypeError'],
  [
    `subtle.encrypt({ name: 'AES-CBC', iv: new Uint8Array(3) }, await aes(), new Uint8Array())`,
    'OperationError',
  ],
  [`subtle.generateKey({ name: 'AES-CBC', length: 127 }, true, ['encrypt'])`, 'OperationError'],
  [`subtle.generateKey({ name: 'AES-CBC', length: 65536 }, true, ['encrypt'])`, 'plain TypeError'],
  [`subtle.generateKey({ name: 'AES-CBC', length: -1 }, true, ['encrypt'])`, 'plain TypeError'],
  [`subtle.generateKey({ name: 'AES-CBC', length: 128 }, true, ['sign'])`, 'SyntaxError'],
  [`subtle.generateKey({ name: 'AES-CBC', length: 128 }, true, [])`, 'SyntaxError'],
  [`subtle.generateKey({ name: 'AES-CBC', length: 128 }, true, ['enter'])`, 'plain TypeError'],
  [`subtle.generateKey({ name: 'AES-CBC', length: 128 }, true, 5)`, 'plain TypeError'],
  [`subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-1' }, true, ['sign'])`, 'NotSupportedError'],
  [`subtle.importKey('raw', new Uint8Array(5), 'AES-CBC', true, ['encrypt'])`, 'DataError'],
  [`subtle.importKey('pem', new Uint8Array(5), 'AES-CBC', true, ['encrypt'])`, 'plain TypeError'],
  [`subtle.importKey('raw', { kty: 'oct' }, 'AES-CBC', true, ['encrypt'])`, 'plain TypeError'],
  [`subtle.importKey('jwk', new Uint8Array(16), 'AES-CBC', true, ['encrypt'])`, 'plain TypeError'],
  [`subtle.importKey('jwk', { kty: 'RSA' }, 'AES-CBC', true, ['encrypt'])`, 'DataError'],
  [
    `subtle.importKey('jwk', { kty: 'oct', key_ops: 5 }, 'AES-CBC', true, ['encrypt'])`,
    'plain TypeError',
  ],
  [
    `subtle.importKey('spki', new Uint8Array(9), { name: 'RSA-PSS', hash: 'SHA-1' }, true, ['verify'])`,
    'DataError',
  ],
  [`subtle.importKey('raw', new Uint8Array(9), 'PBKDF2', true, ['deriveBits'])`, 'SyntaxError'],
  [
    `subtle.importKey('raw', new Uint8Array(9), { name: 'HMAC', hash: 'SHA-3' }, true, ['sign'])`,
    'NotSupportedError',
  ],
  [`subtle.exportKey('spki', await aes())`, 'NotSupportedError'],
  [
    `subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-1', salt: new Uint8Array(), iterations: 0 }, await password(), 8)`,
    'OperationError',
  ],
  [
    `subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-1', salt: new Uint8Array(), iterations: 1 }, await password())`,
    'OperationError',
  ],
  [`subtle.deriveBits({ name: 'ECDH', public: 5 }, await password(), 8)`, 'plain TypeError'],
  [`subtle.encrypt.call({}, 'AES-CBC', await aes(), new Uint8Array())`, 'plain TypeError'],
]

test('each failure rejects under the name that the standard gives it', async () => {
  const attempts = FAILURES.map(([attempt]) => `async () => ${attempt}`).join(',\n')
  const names = await programs.run(`
    const hmac = () => subtle.generateKey({ name: 'HMAC', hash: 'SHA-1' }, true, ['sign'])
    const aes = () => subtle.generateKey({ name: 'AES-CBC', length: 128 }, true, ['encrypt'])
    const password = () => subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits'])
    const names = []
    for (const attempt of [${attempts}]) names.push(await failureOf(attempt))
    return names`)
  const expected = FAILURES.map(([attempt, name]) => `${attempt}: ${name}`)
  assert.deepEqual(
    FAILURES.map(([attempt], index) => `${attempt}: ${textsOf(names)[index]}`),
    expected,
  )
})

test('an error that a program throws inside of a conversion is the rejection', async () => {
  assert.equal(
    await programs.run(`
      const algorithm = { get name() { throw new RangeError('mine') } }
      return subtle.digest(algorithm, new Uint8Array()).catch((error) => error.name + ': ' + error.message)`),
    'RangeError: mine',
  )
})
