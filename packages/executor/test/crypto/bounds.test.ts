import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, test } from 'node:test'
import type { ExecuteResult } from '@supolka/codemode-executor'
import { openPrograms } from './run-program.ts'

const programs = openPrograms()
after(() => programs.dispose())

const PASSWORD = `
  const password = await subtle.importKey('raw', utf8('password'), 'PBKDF2', false, ['deriveBits'])
  const derive = (iterations, bits = 256) =>
    subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt: utf8('salt'), iterations }, password, bits)
`

const errorOf = (outcome: ExecuteResult): string =>
  'error' in outcome ? String(outcome.error) : ''

const REFUSALS: Array<[attempt: string, message: string]> = [
  [
    `derive(4294967295)`,
    'PBKDF2 is asked for 4,294,967,295 iterations, past the bound of 10,000,000. Ask for fewer iterations.',
  ],
  [
    `subtle.generateKey({ name: 'RSA-OAEP', modulusLength: 16384, publicExponent: bytes('010001'), hash: 'SHA-1' }, true, ['encrypt'])`,
    'An RSA key of 16,384 bits is asked for, past the bound of 4,096. Generate a smaller key.',
  ],
  [
    `derive(1, 4294967288)`,
    'The crypto operation is 536,870,911 bytes, past its bound of 8,388,608 bytes. Work on less at a time.',
  ],
  [
    `subtle.generateKey({ name: 'HMAC', hash: 'SHA-1', length: 4294967288 }, true, ['sign'])`,
    'The crypto operation is 536,870,911 bytes, past its bound of 8,388,608 bytes. Work on less at a time.',
  ],
  [
    `subtle.importKey('jwk', { kty: 'RSA', n: 'A'.repeat(20000), e: 'AQAB' }, { name: 'RSA-PSS', hash: 'SHA-1' }, true, ['verify'])`,
    'The RSA key is 20,031 bytes long, past the bound of 16,384. Use a smaller key.',
  ],
]

for (const [attempt, message] of REFUSALS) {
  test(`refused with the bound it is past: ${attempt.slice(0, 70)}`, async () => {
    const refused = await programs.run(`${PASSWORD} return outcome(() => ${attempt})`)
    assert.deepEqual(refused, { name: 'OperationError', isDom: true, message })
  })
}

test('an RSA key past the bound of imports is refused', async () => {
  // A modulus of 9,216 bits out of nothing but set bits; nobody needs to be able to use it.
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 512 })
  const jwk = {
    ...publicKey.export({ format: 'jwk' }),
    n: Buffer.alloc(1_152, 255).toString('base64url'),
  }
  assert.deepEqual(
    await programs.run(`
      const jwk = ${JSON.stringify(jwk)}
      return outcome(() => subtle.importKey('jwk', jwk, { name: 'RSA-PSS', hash: 'SHA-1' }, true, ['verify']))`),
    {
      name: 'OperationError',
      isDom: true,
      message: 'The RSA key has 9,216 bits, past the bound of 8,192. Use a smaller key.',
    },
  )
})

test('input past the payload bound is refused, input at the bound is not', async () => {
  assert.deepEqual(
    await programs.run(`
      const digest = (size) => failureOf(() => subtle.digest('SHA-1', new Uint8Array(size)))
      return [await digest(8388608), (await digest(8_000_000)).slice(0, 5)]`),
    ['OperationError', 'plain'],
  )
})

test('slow cryptography spends the bound of the run', async () => {
  const outcome = await programs.execute(
    `${PASSWORD} await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => derive(10_000_000)))`,
    { timeout: 300 },
  )
  assert.match(errorOf(outcome), /^Execution timed out at its 300 ms bound/)
})

test('cryptography spends the bound while a tool call is open', async () => {
  const never = Promise.withResolvers<string>()
  // The guest itself runs for a few milliseconds: its own time would let the derivation finish.
  const outcome = await programs.execute(
    `${PASSWORD} host.wait(); return hex(await derive(10_000_000))`,
    {
      timeout: 300,
      providers: [{ name: 'host', tools: ['wait'] }],
      dispatch: () => never.promise,
    },
  )
  assert.match(errorOf(outcome), /^Execution timed out at its 300 ms bound/)
})

test('work that a run leaves behind does not reach the next run', async () => {
  const left = await programs.execute(
    `${PASSWORD} for (let i = 0; i < 64; i++) derive(10_000_000); return 'left'`,
  )
  assert.equal(left.result, 'left')
  assert.equal(await programs.run(`${PASSWORD} return hex(await derive(1)).length`), 64)
})

test('any number of operations may be open in a program', async () => {
  assert.equal(
    await programs.run(`
      const digests = await Promise.all(Array.from({ length: 3000 }, (_, i) => subtle.digest('SHA-1', utf8('' + i))))
      return new Set(digests.map(hex)).size`),
    3_000,
  )
})

test('large operations pass a few at a time', async () => {
  assert.equal(
    await programs.run(`
      const input = new Uint8Array(6_000_000)
      const digests = await Promise.all(Array.from({ length: 5 }, () => subtle.digest('SHA-1', input)))
      return new Set(digests.map(hex)).size`),
    1,
  )
})

test('operations end in the order of the calls where they take equally long', async () => {
  assert.equal(
    await programs.run(`
      let order = 0
      const places = await Promise.all(
        Array.from({ length: 40 }, () => subtle.importKey('raw', new Uint8Array(16), 'AES-CBC', true, ['encrypt']).then(() => order++)),
      )
      return places.every((place, index) => place === index)`),
    true,
  )
})
