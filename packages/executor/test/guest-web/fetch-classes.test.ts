import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRealm, distinct } from './isolate.ts'

const refusals =
  'const refused = (f) => { try { f(); return "accepted" } catch (e) { return e.name } };'

test('Headers: names, values, combined and sorted reading, cookies apart', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const headers = new Headers({ 'X-B': ' 2 ', a: '1' })
      headers.append('A', '3'); headers.append('set-cookie', 'x=1'); headers.append('Set-Cookie', 'y=2')
      return [[...headers], headers.get('A'), headers.getSetCookie(), headers.has('nope'), headers.get('nope')]`),
    [
      [
        ['a', '1, 3'],
        ['set-cookie', 'x=1'],
        ['set-cookie', 'y=2'],
        ['x-b', '2'],
      ],
      '1, 3',
      ['x=1', 'y=2'],
      false,
      null,
    ],
  )
})

test('what cannot be sent in a header is a TypeError', async () => {
  using realm = await createRealm()
  const names = await realm.run(`${refusals}
    return [['x\\r\\ny', '1'], ['x', 'a\\r\\nb'], ['x', 'ok\\0'], ['x', '\\ud800'], ['', 'v'], ['x']]
      .map((pair) => refused(() => new Headers([pair])))`)
  assert.deepEqual(distinct(names), ['TypeError'])
})

test('Request: methods, URLs, bodies that are refused', async () => {
  using realm = await createRealm()
  const names = await realm.run(`${refusals}
    return [['/relative'], ['http://u:p@a.test/'], ['http://a.test', { method: 'CONNECT' }], ['http://a.test', { method: 'A B' }],
      ['http://a.test', { body: 'x' }], ['http://a.test', { method: 'POST', body: new ReadableStream() }],
      ['http://a.test', { redirect: 'sometimes' }], ['http://a.test', { signal: {} }]]
      .map((args) => refused(() => new Request(...args)))`)
  assert.deepEqual(distinct(names), ['TypeError'])
})

test('Request takes over the body of another one and inherits the rest', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const first = new Request('http://a.test/p', { method: 'put', body: 'text', headers: { a: 'b' } })
      const second = new Request(first, { headers: { c: 'd' } })
      return [second.method, second.url, [...second.headers], first.bodyUsed, await second.text(),
        second.bodyUsed, first.headers.get('content-type')]`),
    ['PUT', 'http://a.test/p', [['c', 'd']], true, 'text', true, 'text/plain;charset=UTF-8'],
  )
})

test('every kind of body is read back, with its content type', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const bytes = new Uint8Array([104, 105])
      const bodies = ['hi', new URLSearchParams({ a: '1' }), new Blob(['hi'], { type: 'x/y' }), bytes, bytes.buffer,
        new DataView(bytes.buffer), ReadableStream.from([bytes, bytes])]
      return Promise.all(bodies.map(async (body) => {
        const response = new Response(body)
        return [response.headers.get('content-type'), await response.text(), response.bodyUsed]
      }))`),
    [
      ['text/plain;charset=UTF-8', 'hi', true],
      ['application/x-www-form-urlencoded;charset=UTF-8', 'a=1', true],
      ['x/y', 'hi', true],
      [null, 'hi', true],
      [null, 'hi', true],
      [null, 'hi', true],
      [null, 'hihi', true],
    ],
  )
})

test('a body is read once; a clone is read apart; the stream after reading is locked', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const response = new Response('{"a":1}')
      const copy = response.clone()
      const streamed = new Response(ReadableStream.from([new Uint8Array([49])]))
      const second = streamed.clone()
      const first = [await response.json(), await response.text().catch((e) => e.name), response.body.locked]
      const viaBytes = await copy.bytes()
      viaBytes[0] = 0
      return [first, viaBytes.length, await streamed.json(), await second.json()]`),
    [[{ a: 1 }, 'TypeError', true], 7, 1, 1],
  )
})

test('Response: json, redirect, error, and the states that are refused', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`${refusals}
      const json = Response.json({ a: 1 }, { status: 201 })
      const redirect = Response.redirect('http://a.test/x', 307)
      return [json.status, json.headers.get('content-type'), await json.text(), redirect.status, redirect.headers.get('location'),
        Response.error().type, refused(() => new Response('x', { status: 204 })), refused(() => new Response('', { status: 99 })),
        refused(() => new Response('', { statusText: '\\r' })), refused(() => Response.json(() => 1)),
        refused(() => Response.redirect('http://a.test', 200)), refused(() => redirect.headers.set('a', 'b'))]`),
    [
      201,
      'application/json',
      '{"a":1}',
      307,
      'http://a.test/x',
      'error',
      'TypeError',
      'RangeError',
      'TypeError',
      'TypeError',
      'RangeError',
      'TypeError',
    ],
  )
})
