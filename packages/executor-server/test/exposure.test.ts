import { doesNotThrow, strictEqual, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { checkExposure, isLoopback } from '../src/exposure.ts'
import { readServerOptions, type ServerOptions } from '../src/options.ts'

const check = (options: ServerOptions): void => checkExposure(readServerOptions(options))

test('only addresses that stay on the machine count as loopback', () => {
  for (const host of [
    '127.0.0.1',
    '127.9.8.7',
    '::1',
    '0:0:0:0:0:0:0:1',
    'localhost',
    'LOCALHOST',
  ]) {
    strictEqual(isLoopback(host), true, host)
  }
  for (const host of [
    '0.0.0.0',
    '::',
    '10.0.0.1',
    '128.0.0.1',
    'localhost.example.com',
    '127.0.0.1.example.com',
    '127.1',
  ]) {
    strictEqual(isLoopback(host), false, host)
  }
})

test('listening beyond loopback without proof is refused, with the host and the ways out', () => {
  throws(() => check({ host: '0.0.0.0' }), {
    name: 'RangeError',
    message:
      'The option "host" is "0.0.0.0", which others may reach, and nothing says who may connect. ' +
      'Give the option "token" or the option "authenticate", listen at a loopback address, or set the option "allowUnauthenticated" to true.',
  })
})

test('each way out lets the server listen', () => {
  doesNotThrow(() => check({}))
  doesNotThrow(() => check({ host: '0.0.0.0', token: 'abcdefgh01234567' }))
  doesNotThrow(() => check({ host: '::', authenticate: () => true }))
  doesNotThrow(() => check({ host: 'example.com', allowUnauthenticated: true }))
})
