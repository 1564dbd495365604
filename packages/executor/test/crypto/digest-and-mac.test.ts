import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { openPrograms } from './run-program.ts'

const programs = openPrograms()
after(() => programs.dispose())

const sha = (input: Uint8Array): string => createHash('sha256').update(input).digest('hex')

test('digests of the standard example', async () => {
  assert.deepEqual(
    await programs.run(`
      const digests = {}
      for (const name of ['sha-1', 'SHA-256', 'Sha-384', 'SHA-512']) {
        digests[name] = hex(await subtle.digest(name, utf8('abc')))
      }
      return digests`),
    {
      'sha-1': 'a9993e364706816aba3e25717850c26c9cd0d89d',
      'SHA-256': 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      'Sha-384':
        'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed' +
        '8086072ba1e7cc2358baeca134c825a7',
      'SHA-512':
        'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a' +
        '2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    },
  )
})

test('a digest of every byte value, of views and of a megabyte', async () => {
  const all = Uint8Array.from({ length: 256 }, (_, i) => i)
  assert.deepEqual(
    await programs.run(`
      const all = Uint8Array.from({ length: 256 }, (_, i) => i)
      const inputs = [all, all.buffer, all.subarray(7, 90), new DataView(all.buffer, 200)]
      inputs.push(new Uint16Array(all.buffer, 10, 5), new Uint8Array(1_000_000).fill(255), new Uint8Array())
      const digests = []
      for (const input of inputs) digests.push(hex(await subtle.digest({ name: 'SHA-256' }, input)))
      return digests`),
    [
      all,
      all,
      all.subarray(7, 90),
      all.subarray(200),
      all.subarray(10, 20),
      new Uint8Array(1_000_000).fill(255),
      new Uint8Array(),
    ].map(sha),
  )
})

test('the bytes are taken at the call', async () => {
  assert.equal(
    await programs.run(`
      const input = utf8('abc')
      const pending = subtle.digest('SHA-1', input)
      input.fill(0)
      return hex(await pending)`),
    'a9993e364706816aba3e25717850c26c9cd0d89d',
  )
})

test('HMAC of RFC 4231, case 2', async () => {
  const expected: Record<string, string> = {
    'SHA-256': '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    'SHA-384':
      'af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e' +
      '8e2240ca5e69e2c78b3239ecfab21649',
    'SHA-512':
      '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554' +
      '9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
  }
  assert.deepEqual(
    await programs.run(`
      const macs = {}
      for (const hash of ['SHA-256', 'SHA-384', 'SHA-512']) {
        const algorithm = { name: 'HMAC', hash }
        const key = await subtle.importKey('raw', utf8('Jefe'), algorithm, false, ['sign', 'verify'])
        const text = utf8('what do ya want for nothing?')
        const mac = await subtle.sign('HMAC', key, text)
        macs[hash] = hex(mac)
        const isTrue = await subtle.verify('HMAC', key, mac, text)
        const isFalse = await subtle.verify('HMAC', key, mac, utf8('something else'))
        if (!isTrue || isFalse) throw new Error('verify')
      }
      return macs`),
    expected,
  )
})
