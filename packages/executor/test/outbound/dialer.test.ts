import assert from 'node:assert/strict'
import type { TLSSocket } from 'node:tls'
import tls from 'node:tls'
import { suite, test } from 'node:test'
import { CERTIFICATE } from './fixtures/certificate.ts'
import { dialLoopback, get, openOutbound, text } from './fixtures/outbounds.ts'
import { allClosed, serveBytes, serveHttp, serveHttps } from './fixtures/servers.ts'

type Answers = Record<string, Array<string>>

function resolver(answers: Answers) {
  const asked: Array<string> = []
  return {
    asked,
    resolve: async (hostname: string) => {
      asked.push(hostname)
      // The family is a lie on purpose: only the address itself is to be believed.
      return (answers[hostname] ?? []).map((address) => ({ address, family: 4 }))
    },
  }
}

suite('name resolution of native fetch', () => {
  test('dials the addresses that were checked, and resolves once for a connection', async (t) => {
    const server = await serveHttp(t, (incoming, outgoing) => outgoing.end(incoming.headers.host))
    const { resolve, asked } = resolver({ 'public.test': ['8.8.8.8', '2606:4700::1111'] })
    const { connect, dialled } = dialLoopback(server.port)
    const outbound = openOutbound(t, { policy: {}, resolve, connect })
    assert.equal(text(await get(outbound, 'http://public.test:8080/a')), 'public.test:8080')
    assert.equal(text(await get(outbound, 'http://Public.test.:8080/b')), 'public.test:8080')
    assert.deepEqual(asked, ['public.test'])
    assert.deepEqual(dialled, ['8.8.8.8', '2606:4700::1111'])
  })

  const REFUSED: Array<[string, Array<string>]> = [
    ['a loopback address', ['127.0.0.1']],
    ['a private address among public ones', ['8.8.8.8', '10.0.0.1']],
    ['a mapped metadata address', ['::ffff:169.254.169.254']],
    ['an address with a zone', ['fe80::1%lo']],
    ['something that is no address', ['localhost']],
  ]
  for (const [name, addresses] of REFUSED) {
    test(`refuses a name with ${name}, and dials nothing`, async (t) => {
      const server = await serveHttp(t, (_incoming, outgoing) => outgoing.end('SECRET'))
      const { resolve } = resolver({ 'evil.test': addresses })
      const { connect, dialled } = dialLoopback(server.port)
      const outbound = openOutbound(t, { policy: {}, resolve, connect })
      await assert.rejects(get(outbound, 'http://evil.test/'), {
        name: 'TypeError',
        message: /^Outbound fetch refused "evil\.test" because it resolves to /,
      })
      assert.deepEqual(dialled, [])
      assert.equal(server.accepted, 0)
    })
  }

  test('checks again when a name changes its mind between two connections', async (t) => {
    const server = await serveBytes(t, 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nfirst')
    const answers: Answers = { 'rebind.test': ['8.8.8.8'] }
    const { connect, dialled } = dialLoopback(server.port)
    const outbound = openOutbound(t, { policy: {}, ...resolver(answers), connect })
    assert.equal(text(await get(outbound, 'http://rebind.test/')), 'first')
    answers['rebind.test'] = ['127.0.0.1']
    await assert.rejects(get(outbound, 'http://rebind.test/'), /resolves to a loopback address/)
    assert.deepEqual(dialled, ['8.8.8.8'])
    assert.equal(server.accepted, 1)
  })

  test('refuses local URLs before it resolves or dials', async (t) => {
    const server = await serveHttp(t, (_incoming, outgoing) => outgoing.end('SECRET'))
    const { resolve, asked } = resolver({})
    const { connect, dialled } = dialLoopback(server.port)
    const outbound = openOutbound(t, { policy: {}, resolve, connect })
    const hosts = [
      '127.0.0.1',
      'localhost',
      'localhost.',
      '[::1]',
      '0177.0.0.1',
      '127.1',
      '0.0.0.0',
    ]
    await Promise.all(
      hosts.map((host) =>
        assert.rejects(get(outbound, `http://${host}:${server.port}/secret`), {
          name: 'TypeError',
          message: /only public addresses are reached/,
        }),
      ),
    )
    assert.deepEqual([asked, dialled, server.accepted], [[], [], 0])
  })

  test('holds resolved addresses to the denied hosts', async (t) => {
    const { resolve } = resolver({ 'alias.test': ['127.0.0.1'] })
    const policy = { allowPrivateAddresses: true, deniedHosts: ['127.0.0.1'] }
    const outbound = openOutbound(t, { policy, resolve })
    await assert.rejects(
      get(outbound, 'http://alias.test/'),
      /"alias\.test" because this executor denies/,
    )
  })

  test('says that a name has no address', async (t) => {
    const { resolve } = resolver({})
    const outbound = openOutbound(t, { policy: {}, resolve })
    await assert.rejects(
      get(outbound, 'http://nowhere.test/'),
      /nowhere\.test failed because the host name has no address/,
    )
  })

  test('tries the next address when one does not accept', async (t) => {
    const server = await serveHttp(t, (_incoming, outgoing) => outgoing.end('reached'))
    const { resolve } = resolver({ 'two.test': ['::1', '127.0.0.1'] })
    const outbound = openOutbound(t, { resolve })
    assert.equal(text(await get(outbound, `http://two.test:${server.port}/`)), 'reached')
  })
})

suite('TLS of native fetch', () => {
  test('refuses a certificate that nobody trusts, whatever the environment says', async (t) => {
    const server = await serveHttps(t, (_incoming, outgoing) => outgoing.end('SECRET'))
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    t.after(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED)
    const outbound = openOutbound(t)
    await assert.rejects(get(outbound, `https://127.0.0.1:${server.port}/`), {
      name: 'TypeError',
      message: /a trusted TLS connection could not be made/,
    })
    await allClosed(server)
    await outbound.close()
  })

  test('asks for the name of the URL, and accepts no other', async (t) => {
    const trusted = tls.getCACertificates('default')
    tls.setDefaultCACertificates([...trusted, CERTIFICATE])
    t.after(() => tls.setDefaultCACertificates(trusted))
    const names: Array<unknown> = []
    const server = await serveHttps(t, (incoming, outgoing) => outgoing.end(incoming.headers.host))
    server.server.on('secureConnection', (socket: TLSSocket & { servername?: unknown }) => {
      names.push(socket.servername)
    })
    const { resolve } = resolver({ 'secure.test': ['127.0.0.1'], 'other.test': ['127.0.0.1'] })
    const outbound = openOutbound(t, { resolve })
    const { port } = server
    assert.equal(text(await get(outbound, `https://secure.test.:${port}/`)), `secure.test:${port}`)
    assert.equal(text(await get(outbound, `https://secure.test:${port}/`)), `secure.test:${port}`)
    assert.equal(text(await get(outbound, `https://127.0.0.1:${port}/`)), `127.0.0.1:${port}`)
    await assert.rejects(get(outbound, `https://other.test:${port}/`), /trusted TLS connection/)
    assert.deepEqual(names.slice(0, 2), ['secure.test', false])
    assert.equal(server.accepted, 3)
  })

  test('plain HTTP behind an https URL fails as TLS', async (t) => {
    const server = await serveHttp(t, (_incoming, outgoing) => outgoing.end())
    await assert.rejects(
      get(openOutbound(t), `https://127.0.0.1:${server.port}/`),
      /trusted TLS connection/,
    )
  })
})
