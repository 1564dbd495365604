import { deepEqual, equal, ok } from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { suite, test } from 'node:test'
import {
  findRefusal,
  isAuthentic,
  pathOf,
  subprotocolsOf,
  type AdmissionTerms,
} from '../src/admission.ts'

const TOKEN = 'sixteen characters or more'
const encoded = Buffer.from(TOKEN).toString('base64url')

/** A request as far as admission looks at it. */
const requestOf = (headers: Record<string, string>, url = '/'): IncomingMessage =>
  ({ url, headers }) as unknown as IncomingMessage

const open: AdmissionTerms = {
  path: '/',
  token: undefined,
  authenticate: undefined,
  origins: [],
  keepaliveInterval: 1_000,
  replica: undefined,
  isDraining: false,
}

const statusOf = async (
  headers: Record<string, string>,
  terms: Partial<AdmissionTerms> = {},
  url = '/',
): Promise<number | undefined> =>
  (await findRefusal(requestOf(headers, url), { ...open, ...terms }))?.status

suite('the path of a request', () => {
  test('is what stands before its query', () => {
    deepEqual(
      ['/', '/a', '/a?b', '/a?b?c', '/?', '//a', 'http://a.test/', '*', ''].map((url) =>
        pathOf(requestOf({}, url)),
      ),
      ['/', '/a', '/a', '/a', '/', '//a', undefined, undefined, undefined],
    )
  })
})

suite('the subprotocols that are offered', () => {
  test('are the names between commas', () => {
    const namesOf = (text: string): Array<string> =>
      subprotocolsOf(requestOf({ 'sec-websocket-protocol': text }))
    deepEqual(namesOf('a, b,c'), ['a', 'b', 'c'])
    deepEqual(namesOf(' , ,'), [])
    deepEqual(subprotocolsOf(requestOf({})), [])
  })
})

suite('a connection is refused', () => {
  test('at another path with 404, before anything else is told', async () => {
    const terms = { path: '/a', token: TOKEN }
    equal(await statusOf({}, terms, '/b'), 404)
    equal(await statusOf({ 'sec-websocket-protocol': 'chat', origin: 'x' }, terms, '/b'), 404)
  })

  test('for another subprotocol with 426, and not for none', async () => {
    equal(await statusOf({ 'sec-websocket-protocol': 'chat' }), 426)
    equal(await statusOf({ 'sec-websocket-protocol': 'chat, codemode-executor' }), undefined)
    equal(await statusOf({}), undefined)
  })

  test('for a page of an origin that is not let in with 403', async () => {
    equal(await statusOf({ origin: 'https://a.test' }), 403)
    equal(await statusOf({ origin: 'https://a.test' }, { origins: ['https://a.test'] }), undefined)
    equal(await statusOf({ origin: 'https://a.test' }, { origins: ['*'] }), undefined)
    equal(await statusOf({ origin: 'null' }, { origins: ['https://a.test'] }), 403)
    equal(await statusOf({ origin: '' }, { origins: ['https://a.test'] }), 403)
  })

  test('without the right token with 401', async () => {
    equal(await statusOf({}, { token: TOKEN }), 401)
    equal(await statusOf({ authorization: `Bearer ${TOKEN.slice(1)}` }, { token: TOKEN }), 401)
  })
})

suite('a token', () => {
  const terms = { ...open, token: TOKEN.replaceAll(' ', '-') }
  const bytes = Buffer.from(terms.token).toString('base64url')
  const isIn = (headers: Record<string, string>): Promise<boolean> =>
    isAuthentic(requestOf(headers), terms)

  test('comes by header or by subprotocol', async () => {
    equal(await isIn({ authorization: `Bearer ${terms.token}` }), true)
    equal(await isIn({ authorization: `BEARER  ${terms.token}` }), true)
    equal(await isIn({ 'sec-websocket-protocol': `codemode-executor, bearer.${bytes}` }), true)
    equal(
      await isIn({ authorization: 'Bearer wrong', 'sec-websocket-protocol': `bearer.${bytes}` }),
      true,
    )
  })

  test('comes by nothing else, and whole', async () => {
    const wrong: Array<Record<string, string>> = [
      { authorization: terms.token },
      { authorization: `Bearer ${terms.token} x` },
      { authorization: `Token ${terms.token}` },
      { authorization: `Bearer ${bytes}` },
      { 'sec-websocket-protocol': `bearer.${terms.token}` },
      { 'sec-websocket-protocol': `bearer.${encoded}` },
      { 'sec-websocket-protocol': `BEARER.${bytes}` },
      { cookie: terms.token },
    ]
    for (const headers of wrong) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      equal(await isIn(headers), false, JSON.stringify(headers))
    }
  })
})

const ask = (authenticate: unknown): Promise<boolean> =>
  isAuthentic(requestOf({}), {
    ...open,
    authenticate: authenticate as AdmissionTerms['authenticate'],
  })

suite('a hook', () => {
  test('lets in with true alone', async () => {
    equal(await ask(() => true), true)
    equal(await ask(async () => true), true)
    for (const answer of [false, 1, 'true', {}, [], null, undefined]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      equal(await ask(() => answer), false)
    }
  })

  test('that throws, rejects or does not come to an end lets nobody in', async () => {
    equal(
      await ask(() => {
        throw new Error('a')
      }),
      false,
    )
    equal(await ask(() => Promise.reject(new Error('a'))), false)
    const start = performance.now()
    // The timer that ends the wait holds no process, so that something else has to.
    const holding = setInterval(() => undefined, 1_000)
    equal(await ask(() => new Promise(() => undefined)), false)
    clearInterval(holding)
    ok(performance.now() - start > 500)
  })

  test('is not asked by those without the token', async () => {
    let asked = 0
    const terms = { ...open, token: TOKEN, authenticate: () => ((asked += 1), true) }
    equal(await isAuthentic(requestOf({}), terms), false)
    equal(asked, 0)
  })
})
