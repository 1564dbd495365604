import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRealm, distinct } from './isolate.ts'

const messages = `const { requestFromMessage, responseToMessage } = testing.runtime.need('fetch');
  const text = (buffer) => new TextDecoder().decode(buffer);`

test('a message becomes a Request', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`${messages}
      const body = new TextEncoder().encode('hi').buffer
      const request = requestFromMessage({ method: 'POST', url: 'http://h.test/x', headers: [['a', 'b']], body })
      const bare = requestFromMessage({ method: 'GET', url: 'http://h.test/', headers: [], body: new ArrayBuffer(0) })
      return [request instanceof Request, request.method, request.url, [...request.headers], await request.text(), bare.body]`),
    [true, 'POST', 'http://h.test/x', [['a', 'b']], 'hi', null],
  )
})

test('a message that is no request is a TypeError', async () => {
  using realm = await createRealm()
  const names = await realm.run(`${messages}
    const base = { method: 'GET', url: 'http://h.test/', headers: [], body: null }
    return [{ url: 'not a url' }, { method: 'A B' }, { headers: [['x\\r\\n', 'y']] }].map((part) => {
      try { requestFromMessage({ ...base, ...part }); return 'made' } catch (e) { return e.name } })`)
  assert.deepEqual(distinct(names), ['TypeError'])
})

test('a Response becomes a message, whatever was done to its members', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`${messages}
      const response = Response.json({ a: 1 }, { status: 201, headers: { 'set-cookie': 'x=1' } })
      for (const key of ['status', 'headers', 'body', 'statusText'])
        Object.defineProperty(response, key, { get() { throw new Error('tampered') } })
      Object.defineProperty(Response.prototype, 'arrayBuffer', { value() { throw new Error('tampered') } })
      const message = await responseToMessage(response)
      return [message.status, message.statusText, message.headers, text(message.body)]`),
    [
      201,
      '',
      [
        ['set-cookie', 'x=1'],
        ['content-type', 'application/json'],
      ],
      '{"a":1}',
    ],
  )
})

test('everything that is not a Response is refused with the declared sentence', async () => {
  using realm = await createRealm()
  const texts = await realm.run(`${messages}
    const bad = [null, undefined, {}, 'x', { status: 200 }, new Proxy(new Response(), {}), Object.create(Response.prototype)]
    return Promise.all(bad.map((value) => responseToMessage(value).catch((e) => e.name + ' ' + e.message)))`)
  assert.deepEqual(distinct(texts), [
    'TypeError The fetch handle answered with a value that is not a Response.',
  ])
})

test('a Response that has nothing to send is refused', async () => {
  using realm = await createRealm()
  const names = await realm.run(`${messages}
    const used = new Response('x')
    await used.text()
    const locked = new Response('x')
    locked.body.getReader()
    return Promise.all([Response.error(), used, locked].map((r) => responseToMessage(r).catch((e) => e.name)))`)
  assert.deepEqual(names, Array<string>(3).fill('TypeError'))
})
