import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRealm, type Host } from './isolate.ts'

const host: Host = {
  answer: () => ({
    message: { status: 200, statusText: '', headers: [['a', 'b']] },
    body: '{"a":1}',
  }),
}

const USE = `
  const response = await fetch('https://a.test/', { method: 'POST', body: 'x', headers: { c: 'd' } })
  const streamed = new Response(new ReadableStream({ start(c) { c.enqueue(new Uint8Array([49])); c.close() } }))
  result = JSON.stringify([response.status, response.headers.get('a'), await response.text(), await streamed.text()])`

const EXPECTED = [200, 'b', '{"a":1}', '1']

const changes: Record<string, string> = {
  'Promise.prototype.then replaced': `Promise.prototype.then = () => { throw new Error('hijacked') }`,
  'then on strings and numbers': `String.prototype.then = Number.prototype.then = () => {}`,
}

for (const [title, change] of Object.entries(changes)) {
  test(`fetch and bodies work with ${title}`, async () => {
    using realm = await createRealm(host)
    assert.deepEqual(
      await realm.run(`
        let result
        // Loaded while the language is still whole, as a program that names them has it.
        void [fetch, Response, ReadableStream, URL, new Response(new ReadableStream())]
        const saved = Promise.prototype.then
        ${change}
        try { ${USE} } finally { Promise.prototype.then = saved }
        return JSON.parse(result)`),
      EXPECTED,
    )
  })
}

// The URL library walks its arrays with for-of, so only what comes without a URL is covered.
test('responses and their bodies work with the array iterator replaced', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      void [Response, Headers, TextEncoder]
      const saved = Array.prototype[Symbol.iterator]
      Array.prototype[Symbol.iterator] = () => { throw new Error('hijacked') }
      try {
        const response = new Response('text', { headers: { a: 'b' } })
        const copy = response.clone()
        response.headers.append('a', 'c')
        return [response.headers.get('a'), await response.text(), (await copy.bytes()).length]
      } finally {
        Array.prototype[Symbol.iterator] = saved
      }`),
    ['b, c', 'text', 4],
  )
})

test('a then on Object.prototype does not get hold of a body that is being read', async () => {
  using realm = await createRealm(host)
  assert.deepEqual(
    await realm.run(`
      const bytes = new Uint8Array([104, 105])
      const known = new Response('known')
      const streamed = new Response(new ReadableStream({ start(c) { c.enqueue(bytes); c.close() } }))
      Object.prototype.then = function (resolve) { resolve('hijacked') }
      const texts = [known.text(), streamed.text()]
      const read = await Promise.prototype.then.call(texts[1], (text) => text)
      const first = await texts[0]
      delete Object.prototype.then
      return [first, read]`),
    ['known', 'hi'],
  )
})

test('setters on Object.prototype do not break a request', async () => {
  using realm = await createRealm(host)
  assert.deepEqual(
    await realm.run(`
      let result
      void [fetch, Response, ReadableStream, URL]
      const keys = ['status', 'headers', 'body', 'bytes', 'method', 'type']
      for (const key of keys) {
        const descriptor = { __proto__: null, set() {}, configurable: true }
        Object.defineProperty(Object.prototype, key, descriptor)
      }
      ${USE}
      for (const key of keys) delete Object.prototype[key]
      return JSON.parse(result)`),
    EXPECTED,
  )
})
