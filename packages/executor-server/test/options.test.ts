import { deepStrictEqual, strictEqual, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { silentLogger } from '../src/log.ts'
import { readServerOptions, type ServerOptions } from '../src/options.ts'

const wrong = (
  options: Record<string, unknown>,
  expected: RegExp,
  kind: ErrorConstructor,
): void => {
  throws(
    () => readServerOptions(options),
    (error) => error instanceof kind && expected.test(error.message),
    `${JSON.stringify(options)} was not refused as ${expected}`,
  )
}

test('without options a server listens at loopback, with every bound in place', () => {
  deepStrictEqual(readServerOptions(), {
    executor: { maxOccupancy: 3_600_000 },
    host: '127.0.0.1',
    port: 8790,
    path: '/',
    tlsCert: undefined,
    tlsKey: undefined,
    token: undefined,
    authenticate: undefined,
    allowUnauthenticated: false,
    origins: [],
    nativeOutbound: true,
    maxConnections: 1_000,
    maxCallsInFlight: 1_000,
    maxConnectionBytes: 268_435_456,
    maxMessageBytes: 33_554_432,
    responseLimit: 32_505_856,
    keepaliveInterval: 15_000,
    drainTimeout: 30_000,
    metrics: true,
    logger: silentLogger,
    logPrograms: false,
  })
})

test('options of the executor are handed on as they came, for it to check', () => {
  const { executor } = readServerOptions({ workers: 3, timeout: null, maxOccupancy: 5, port: 0 })
  deepStrictEqual(executor, { workers: 3, timeout: null, maxOccupancy: 5 })
})

test('an undefined option is an absent one', () => {
  const settings = readServerOptions({ port: undefined, maxOccupancy: undefined })
  strictEqual(settings.port, 8790)
  strictEqual(settings.executor.maxOccupancy, 3_600_000)
})

test('an unknown option is refused by its name, and so is the observer that the server is itself', () => {
  wrong({ prot: 1 }, /^Unknown option "prot"\.$/, TypeError)
  wrong({ observer: {} }, /^Unknown option "observer"\.$/, TypeError)
  wrong({ constructor: 1 }, /^Unknown option "constructor"\.$/, TypeError)
})

test('a wrong option is refused with its name, what was expected and what came', () => {
  wrong(
    { host: '' },
    /option "host" must be an address or a name, and the string "" came/,
    TypeError,
  )
  wrong(
    { port: '80' },
    /option "port" must be a whole number of at least 0 and at most 65535, and the string "80" came/,
    TypeError,
  )
  wrong({ port: 65_536 }, /option "port" must be .* and 65536 came/, RangeError)
  wrong({ port: -1 }, /option "port" must be .* and -1 came/, RangeError)
  wrong({ path: 'ws' }, /option "path" must be a path that starts with "\/"/, TypeError)
  wrong({ path: '/ws?a' }, /option "path"/, TypeError)
  wrong(
    { maxConnections: 0 },
    /option "maxConnections" must be a whole number of at least 1/,
    RangeError,
  )
  wrong({ responseLimit: 1.5 }, /option "responseLimit"/, RangeError)
  wrong(
    { keepaliveInterval: 2_147_483_648 },
    /option "keepaliveInterval" must be a number above 0 and at most 2147483647/,
    RangeError,
  )
  wrong({ drainTimeout: Number.NaN }, /option "drainTimeout"/, RangeError)
  wrong({ metrics: 'yes' }, /option "metrics" must be a boolean/, TypeError)
  wrong({ authenticate: true }, /option "authenticate" must be a function/, TypeError)
  wrong({ logger: () => {} }, /option "logger" must be an object/, TypeError)
  wrong({ logger: { info() {} } }, /option "logger" member "debug" must be a function/, TypeError)
})

test('a token is long enough for nobody to guess and fits a header, and no text repeats it', () => {
  const secret = 'my secret token 12345'
  wrong(
    { token: 'short-token' },
    /option "token" must have at least 16 characters, and 11 came/,
    RangeError,
  )
  wrong({ token: secret }, /option "token" must be of visible ASCII characters only/, TypeError)
  for (const token of ['tiny-secret', secret, ['a-secret']]) {
    throws(
      () => readServerOptions({ token } as ServerOptions),
      (error) => error instanceof Error && !error.message.includes('secret'),
    )
  }
  strictEqual(readServerOptions({ token: 'abcdefgh01234567' }).token, 'abcdefgh01234567')
})

test('origins are written as browsers send them', () => {
  const origins = ['https://example.com', 'http://localhost:3000', 'chrome-extension://abc', '*']
  deepStrictEqual(readServerOptions({ origins }).origins, origins)
  for (const origin of [
    'example.com',
    'https://example.com/',
    'https://Example.com',
    'https://example.com:443',
    '',
  ]) {
    wrong({ origins: [origin] }, /option "origins" must be origins such as/, TypeError)
  }
})

test('TLS takes both files or neither', () => {
  wrong({ tlsCert: 'a.pem' }, /option "tlsKey" must be given with the option "tlsCert"/, TypeError)
  wrong({ tlsKey: 'a.pem' }, /option "tlsCert" must be given with the option "tlsKey"/, TypeError)
  strictEqual(readServerOptions({ tlsCert: 'a.pem', tlsKey: 'b.pem' }).tlsKey, 'b.pem')
})

test('a pino logger is a logger', () => {
  const logger = pino({ level: 'silent' })
  strictEqual(readServerOptions({ logger }).logger, logger)
})
