import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OutboundDisabledError } from '@supolka/codemode-executor-protocol'
import { type Answer, createRealm, distinct } from './isolate.ts'

const ok = (body = '', headers: Array<[string, string]> = []): Answer => ({
  message: { status: 200, statusText: 'OK', headers },
  body,
})

test('a request crosses as plain data and the response comes back', async () => {
  using realm = await createRealm({
    answer: (request) => ({
      message: {
        status: 201,
        statusText: 'Created',
        headers: [
          ['set-cookie', 'a=1'],
          ['Set-Cookie', 'b=2'],
        ],
      },
      body: request.text,
    }),
  })
  assert.deepEqual(
    await realm.run(`
      const r = await fetch('https://api.test/v1?q=a b#frag', {
        method: 'post', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ a: 1 }) })
      return [r.status, r.ok, r.statusText, r.headers.getSetCookie(), r.url, r.redirected, r.type, await r.json()]`),
    [201, true, 'Created', ['a=1', 'b=2'], 'https://api.test/v1?q=a%20b', false, 'basic', { a: 1 }],
  )
  const { text, ...request } = realm.requests[0] ?? assert.fail('nothing was sent')
  assert.deepEqual(
    [request, text],
    [
      {
        method: 'POST',
        url: 'https://api.test/v1?q=a%20b',
        headers: [['content-type', 'application/json']],
      },
      '{"a":1}',
    ],
  )
})

test('the body streams, and counts as used', async () => {
  using realm = await createRealm({ answer: () => ok('data: 1\n\ndata: 2\n\n') })
  assert.deepEqual(
    await realm.run(`
      const r = await fetch('https://api.test/')
      let text = ''
      for await (const chunk of r.body.pipeThrough(new TextDecoderStream())) text += chunk
      return [text.split('\\n\\n').length, r.bodyUsed]`),
    [3, true],
  )
})

test('disabled: every call rejects with the declared text and nothing leaves', async () => {
  using realm = await createRealm({ mode: 'disabled', answer: () => ok() })
  assert.deepEqual(
    await realm.run(`
      const calls = [['https://a.test/'], ['/relative'], ['data:,x'], [new Proxy({}, { get() { throw 1 } })]]
      const seen = await Promise.all(calls.map((args) => fetch(...args).catch((e) => [e.constructor.name, e.message])))
      return [...new Set(seen.map(String))]`),
    [`TypeError,${new OutboundDisabledError().message}`],
  )
  assert.equal(realm.requests.length, 0)
})

test('abort before, during and after: the reason, the cancellation, the body', async () => {
  using realm = await createRealm({
    answer: (request) => (request.url.endsWith('/hang') ? undefined : ok('late')),
  })
  assert.deepEqual(
    await realm.run(`
      const before = await fetch('https://a.test/', { signal: AbortSignal.abort('early') }).catch((e) => e)
      const controller = new AbortController()
      const pending = fetch('https://a.test/hang', { signal: controller.signal })
      controller.abort()
      const during = await pending.catch((e) => e.name)
      const timed = await fetch('https://a.test/hang', { signal: AbortSignal.timeout(5) }).catch((e) => e.name)
      const last = new AbortController()
      const response = await fetch('https://a.test/', { signal: last.signal })
      last.abort()
      const after = await response.text().catch((e) => e.name)
      return [before, during, timed, after, testing.cancelledCalls]`),
    ['early', 'AbortError', 'TimeoutError', 'AbortError', ['https://a.test/hang']],
  )
  // What was aborted before its turn is never sent.
  assert.equal(realm.requests.length, 2)
})

test('a refusal of the host is a TypeError with its message', async () => {
  using realm = await createRealm({ answer: () => ({ error: 'That host is not allowed.' }) })
  assert.deepEqual(
    await realm.run(`return fetch('https://a.test/').catch((e) => [e.name, e.message])`),
    ['TypeError', 'That host is not allowed.'],
  )
})

test('an answer that is no response is a TypeError, never a crash', async () => {
  const garbage: Array<{ message: unknown; body?: string }> = [
    { message: null },
    { message: {}, body: '' },
    { message: { status: 'x', statusText: '', headers: [] }, body: '' },
    { message: { status: 99, statusText: '', headers: [] }, body: '' },
    { message: { status: 1e9, statusText: '', headers: [] }, body: '' },
    { message: { status: 200, statusText: 1, headers: [] }, body: '' },
    { message: { status: 200, statusText: '\r\n', headers: [] }, body: '' },
    { message: { status: 200, statusText: '', headers: 5 }, body: '' },
    { message: { status: 200, statusText: '', headers: [['a\r\nb', 'c']] }, body: '' },
    { message: { status: 200, statusText: '', headers: [['a', 'b\0']] }, body: '' },
    { message: { status: 200, statusText: '', headers: [null] }, body: '' },
    { message: { status: 200, statusText: '', headers: [], body: 'text' } },
  ]
  using realm = await createRealm({ answer: () => garbage.shift() })
  const names = await realm.run(`
    const names = []
    for (let i = 0; i < ${garbage.length}; i++) names.push(await fetch('https://a.test/').then((r) => r.status, (e) => e.name))
    return names`)
  assert.deepEqual(distinct(names), ['TypeError'])
})

test('a status without a body ignores the body that came with it', async () => {
  using realm = await createRealm({
    answer: () => ({ message: { status: 204, statusText: '', headers: [] }, body: 'x' }),
  })
  assert.deepEqual(
    await realm.run(`const r = await fetch('https://a.test/'); return [r.body, await r.text()]`),
    [null, ''],
  )
})

test('HEAD of a data: URL has no body', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`const r = await fetch('data:,x', { method: 'HEAD' }); return [r.ok, r.body]`),
    [true, null],
  )
})

test('schemes: data is served here, everything else but http and https is refused', async () => {
  using realm = await createRealm({ answer: () => ok() })
  assert.deepEqual(
    await realm.run(`
      const get = (url) => fetch(url).then(async (r) => [r.headers.get('content-type'), await r.text()], (e) => e.name)
      return [await get('data:text/html;charset=x,%41b'), await get('data:;base64,aGk='), await get('data:nocomma'),
        await get('file:///etc/passwd'), await get('javascript:1'), await get('blob:x')]`),
    [
      ['text/html;charset=x', 'Ab'],
      ['text/plain;charset=US-ASCII', 'hi'],
      'TypeError',
      'TypeError',
      'TypeError',
      'TypeError',
    ],
  )
  assert.equal(realm.requests.length, 0)
})
