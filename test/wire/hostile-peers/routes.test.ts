// Everything that is no WebSocket of this protocol gets an answer of HTTP, in words.

import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { openGround, type Ground } from './ground.ts'
import { openPeer } from './peer.ts'
import { exchange, head, openRaw, partsOf, upgradeHead, type Parts } from './raw-socket.ts'

suite('a server without authentication', () => {
  let ground: Ground
  before(async () => {
    ground = await openGround({ path: '/executor' })
  })
  afterEach(() => ground.assertUntouched())
  after(() => ground.end())

  const ask = async (text: string): Promise<Parts> =>
    partsOf(await exchange(ground.server.address.port, text))
  const upgrade = (
    headers: Record<string, string | undefined>,
    path = '/executor',
  ): Promise<Parts> => ask(upgradeHead(headers, `GET ${path} HTTP/1.1`))
  const request = (...lines: Array<string>): Promise<Parts> =>
    ask(head(...lines, 'Host: a.test', 'Connection: close'))

  test('refuses another path, and names its own', async () => {
    for (const path of [
      '/',
      '/executor/',
      '/EXECUTOR',
      '//executor',
      '/%65xecutor',
      '/x?/executor',
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      const { status, text } = await upgrade({}, path)
      assert.deepEqual([path, status], [path, 404])
      assert.equal(text, 'Nothing is served here. The executor is at /executor.')
    }
    assert.equal((await upgrade({}, 'http://a.test/executor')).status, 404)
    assert.equal((await upgrade({}, '*')).status, 404)
  })

  test('takes a query beside its path', async () => {
    await using peer = await openPeer(`${ground.url}?replica=a`)
    assert.equal(await peer.answerTo(peer.call('protocolVersion')), 1)
  })

  test('refuses a subprotocol that is not its own', async () => {
    for (const name of ['chat', 'codemode-executor2', 'CODEMODE-EXECUTOR', 'bearer.YQ']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      const { status, text, headers } = await upgrade({ 'Sec-WebSocket-Protocol': name })
      assert.deepEqual([name, status], [name, 426])
      assert.match(text, /speaks the WebSocket subprotocol codemode-executor, or none/v)
      assert.match(headers, /^upgrade: websocket$/imv)
    }
  })

  test('refuses another version, no key and no WebSocket with 4xx', async () => {
    const wrong: Array<Record<string, string | undefined>> = [
      { 'Sec-WebSocket-Version': '12' },
      { 'Sec-WebSocket-Version': undefined },
      { 'Sec-WebSocket-Key': undefined },
      { 'Sec-WebSocket-Key': 'short' },
      { Upgrade: 'h2c' },
      { 'Sec-WebSocket-Protocol': 'codemode-executor, codemode-executor' },
      { 'Sec-WebSocket-Protocol': 'codemode-executor, a b' },
    ]
    for (const headers of wrong) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      const { status, text } = await upgrade(headers)
      assert.ok(status >= 400 && status < 500, `${JSON.stringify(headers)}: ${status}`)
      assert.notEqual(text, '')
    }
  })

  test('answers a plain request at its path with 426, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      const { status, text } = await request(`${method} /executor HTTP/1.1`)
      assert.deepEqual([method, status], [method, 426])
      assert.equal(text, 'The executor is served over WebSocket.')
    }
  })

  test('answers health to GET and HEAD alone', async () => {
    assert.equal((await request('GET /healthz HTTP/1.1')).status, 200)
    assert.deepEqual((await request('HEAD /healthz HTTP/1.1')).text, '')
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE']) {
      for (const path of ['/healthz', '/readyz', '/metrics']) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
        const { status, headers } = await request(`${method} ${path} HTTP/1.1`)
        assert.deepEqual([method, path, status], [method, path, 405])
        assert.match(headers, /^allow: GET, HEAD$/imv)
      }
    }
  })

  test('answers any other path with 404', async () => {
    for (const path of [
      '/',
      '/healthz/',
      '/metrics/../healthz',
      '/__proto__',
      '/constructor',
      '*',
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      assert.equal((await request(`GET ${path} HTTP/1.1`)).status, 404)
    }
  })

  test('ends what is no HTTP', async () => {
    const texts = [
      'garbage\r\n\r\n',
      '\u0016\u0003\u0001\u0002\u0000\u0001',
      'GET /executor\r\n\r\n',
      head('GET /executor HTTP/9.9', 'Host: a.test'),
      head('GET /healthz HTTP/1.1', 'Host: a.test', 'Content-Length: 1', 'Content-Length: 2'),
      head('GET /healthz HTTP/1.1', `X: ${'x'.repeat(100_000)}`),
      head('CONNECT a.test:443 HTTP/1.1', 'Host: a.test'),
    ]
    for (const text of texts) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      const answer = await exchange(ground.server.address.port, text)
      assert.doesNotMatch(answer, /^HTTP\/1\.1 [123]/v)
    }
  })

  test('is not impressed by a peer that leaves in the middle of its request', async () => {
    for (const length of [1, 10, 60, 120]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await using raw = await openRaw(ground.server.address.port)
      raw.socket.write(upgradeHead({}, 'GET /executor HTTP/1.1').slice(0, length))
      raw.socket.resetAndDestroy()
    }
  })
})
