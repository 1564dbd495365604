// Connections of those who may have none: one answer for every reason that a stranger should not learn.

import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { after, afterEach, before, suite, test } from 'node:test'
import { connect } from '@supolka/cloudflare-codemode-executor'
import { TOKEN_SUBPROTOCOL_PREFIX, WIRE_SUBPROTOCOL } from '@supolka/codemode-executor-protocol'
import { serve, type ServerOptions } from '@supolka/codemode-executor-server'
import { openGround, type Ground } from './ground.ts'
import { exchange, head, openRaw, partsOf, upgradeHead } from './raw-socket.ts'

const TOKEN = 'a-token-of-a-good-length'
const base64url = (text: string): string => Buffer.from(text).toString('base64url')
const offer = (token: string): string =>
  `${WIRE_SUBPROTOCOL}, ${TOKEN_SUBPROTOCOL_PREFIX}${base64url(token)}`

/** The status that a request for a WebSocket is answered with, and everything that came with it. */
async function upgradeAt(
  port: number,
  headers: Record<string, string>,
): Promise<{ status: number; answer: string }> {
  await using raw = await openRaw(port)
  raw.socket.once('data', () => raw.socket.destroy())
  raw.socket.write(upgradeHead(headers))
  await raw.gone

  return { status: partsOf(raw.text()).status, answer: raw.text() }
}

/** The status that a page of an origin is answered with. */
async function statusFor(origins: Array<string> | undefined, origin: string): Promise<number> {
  await using server = await serve({ port: 0, start: 'lazy', origins })

  return (await upgradeAt(server.address.port, { Origin: origin })).status
}

/** The status that a request for the metrics is answered with. */
async function metricsAt(port: number, ...lines: Array<string>): Promise<number> {
  const asked = head('GET /metrics HTTP/1.1', 'Host: a.test', 'Connection: close', ...lines)

  return partsOf(await exchange(port, asked)).status
}

suite('a server with a token', () => {
  let ground: Ground
  before(async () => {
    ground = await openGround({ token: TOKEN })
  })
  afterEach(() => ground.assertUntouched())
  after(() => ground.end())

  const answer = (headers: Record<string, string>): Promise<string> =>
    exchange(ground.server.address.port, upgradeHead(headers))

  test('answers each wrong one, and none, with the same bytes', async () => {
    const wrong: Array<Record<string, string>> = [
      {},
      { Authorization: '' },
      { Authorization: 'Bearer' },
      { Authorization: 'Bearer ' },
      { Authorization: 'Bearer wrong' },
      { Authorization: `Bearer ${TOKEN}x` },
      { Authorization: `Bearer ${TOKEN.slice(0, -1)}` },
      { Authorization: `Bearer ${TOKEN.toUpperCase()}` },
      { Authorization: `Bearer ${TOKEN} ${TOKEN}` },
      { Authorization: `Basic ${TOKEN}` },
      { Authorization: TOKEN },
      { Authorization: `Bearer ${'x'.repeat(10_000)}` },
      { Cookie: `token=${TOKEN}` },
      { 'Sec-WebSocket-Protocol': WIRE_SUBPROTOCOL },
      { 'Sec-WebSocket-Protocol': offer('') },
      { 'Sec-WebSocket-Protocol': offer('wrong') },
      { 'Sec-WebSocket-Protocol': offer(`${TOKEN}x`) },
      { 'Sec-WebSocket-Protocol': `${WIRE_SUBPROTOCOL}, ${TOKEN_SUBPROTOCOL_PREFIX}${TOKEN}` },
    ]
    const answers = new Set<string>()
    for (const headers of wrong) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      answers.add(await answer(headers))
    }
    const [only = '', ...others] = answers
    assert.deepEqual(others, [])
    const { status, text, headers } = partsOf(only)
    assert.equal(status, 401)
    assert.equal(text, 'The connection brings no token, or not the right one.')
    assert.match(headers, /^www-authenticate: Bearer$/imv)
  })

  test('takes the right one by header, by subprotocol, and as one of several', async () => {
    const right: Array<Record<string, string>> = [
      { Authorization: `Bearer ${TOKEN}` },
      { Authorization: `bearer   ${TOKEN}` },
      { 'Sec-WebSocket-Protocol': offer(TOKEN) },
      { 'Sec-WebSocket-Protocol': `${offer('wrong')}, ${offer(TOKEN).split(', ')[1]}` },
      { Authorization: 'Bearer wrong', 'Sec-WebSocket-Protocol': offer(TOKEN) },
    ]
    for (const headers of right) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      const { status, answer: text } = await upgradeAt(ground.server.address.port, headers)
      assert.equal(status, 101)
      assert.ok(!text.includes(TOKEN) && !text.includes(base64url(TOKEN)))
    }
  })

  test('gives its metrics to whoever has it', async () => {
    const { port } = ground.server.address
    assert.equal(await metricsAt(port), 401)
    assert.equal(await metricsAt(port, 'Authorization: Bearer wrong'), 401)
    assert.equal(await metricsAt(port, `Authorization: Bearer ${TOKEN}`), 200)
  })
})

suite('the origin of a page', () => {
  test('is refused unless it is one that may, by its whole text', async () => {
    const origin = 'https://app.test'
    assert.equal(await statusFor(undefined, origin), 403)
    assert.equal(await statusFor([origin], origin), 101)
    assert.equal(await statusFor(['*'], 'https://anyone.test'), 101)
    const others = [
      'https://app.test.evil.test',
      'https://evil.test/https://app.test',
      'http://app.test',
      'https://app.test:8443',
      'null',
      '*',
    ]
    for (const other of others) {
      // oxlint-disable-next-line no-await-in-loop -- a server for each
      assert.deepEqual([other, await statusFor([origin], other)], [other, 403])
    }
  })
})

suite('a hook that decides', () => {
  type Hook = NonNullable<ServerOptions['authenticate']>
  const hooks: Array<[what: string, hook: unknown]> = [
    [
      'throws',
      (): never => {
        throw new Error('secret of the hook')
      },
    ],
    ['rejects', () => Promise.reject(new Error('secret of the hook'))],
    ['answers false', () => false],
    ['answers a text', () => 'true'],
    ['answers 1', async () => 1],
    ['answers an object', () => ({ ok: true })],
    ['answers nothing', () => undefined],
    ['never answers', () => new Promise(() => undefined)],
    [
      'answers with something whose then throws',
      () => ({
        // oxlint-disable-next-line no-thenable -- that it is one is the point
        get then() {
          throw new Error('secret')
        },
      }),
    ],
  ]
  for (const [what, hook] of hooks) {
    test(`and ${what} lets nobody in, says no more, and holds nothing`, async () => {
      // One interval is what a hook has.
      const options = { keepaliveInterval: 1_000, maxConnections: 1, start: 'lazy' as const }
      await using server = await serve({ port: 0, ...options, authenticate: hook as Hook })
      const { port } = server.address
      const answers = [await exchange(port, upgradeHead()), await exchange(port, upgradeHead())]
      for (const answer of answers) {
        assert.equal(partsOf(answer).status, 401)
        assert.ok(!answer.includes('secret'))
      }
      assert.equal(await metricsAt(port), 401)
    })
  }

  test('is asked beside the token, and both must agree', async () => {
    const seen: Array<IncomingMessage> = []
    const authenticate = (request: IncomingMessage): boolean => {
      seen.push(request)

      return request.headers['x-tenant'] === 'a'
    }
    await using server = await serve({ port: 0, start: 'lazy', token: TOKEN, authenticate })
    const { port } = server.address
    const authorization = `Bearer ${TOKEN}`
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await upgradeAt(port, headers)).status
    assert.equal(await status({ 'X-Tenant': 'a' }), 401)
    assert.equal(seen.length, 0)
    assert.equal(await status({ Authorization: authorization }), 401)
    assert.equal(await status({ Authorization: authorization, 'X-Tenant': 'a' }), 101)
    assert.equal(seen.length, 2)
  })

  test('that takes its time does not keep a server from ending', async () => {
    const asked = Promise.withResolvers<void>()
    const server = await serve({
      port: 0,
      start: 'lazy',
      authenticate: () => {
        asked.resolve()

        return new Promise(() => undefined)
      },
    })
    await using raw = await openRaw(server.address.port)
    raw.socket.write(upgradeHead())
    await asked.promise
    await server.close()
    await raw.gone
    await assert.rejects(connect(server.url), { code: 'CONNECTION_REJECTED' })
  })
})
