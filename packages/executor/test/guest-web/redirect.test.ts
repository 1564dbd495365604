import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, createRealm, type Host } from './isolate.ts'

const to = (location: string, status = 302): Answer => ({
  message: { status, statusText: '', headers: [['location', location]] },
  body: '',
})
const ok: Answer = { message: { status: 200, statusText: '', headers: [] }, body: 'done' }

const serve =
  (routes: Record<string, Answer>): NonNullable<Host['answer']> =>
  ({ url }) =>
    routes[new URL(url).pathname] ?? ok

test('each hop goes through the host; the response names the last one', async () => {
  using realm = await createRealm({
    answer: serve({ '/a': to('/b'), '/b': to('https://b.test/c') }),
  })
  assert.deepEqual(
    await realm.run(
      `const r = await fetch('https://a.test/a#f'); return [r.url, r.redirected, await r.text()]`,
    ),
    ['https://b.test/c', true, 'done'],
  )
  assert.deepEqual(
    realm.requests.map(({ url }) => url),
    ['https://a.test/a', 'https://a.test/b', 'https://b.test/c'],
  )
})

const rewrites: Array<[status: number, method: string, sent: string, body: string]> = [
  [301, 'POST', 'GET', ''],
  [302, 'POST', 'GET', ''],
  [302, 'PUT', 'PUT', 'x'],
  [303, 'PUT', 'GET', ''],
  [307, 'POST', 'POST', 'x'],
  [308, 'POST', 'POST', 'x'],
]

for (const [status, method, sent, body] of rewrites) {
  test(`${status} after ${method} sends ${sent}`, async () => {
    using realm = await createRealm({ answer: serve({ '/a': to('/b', status) }) })
    await realm.run(`await fetch('https://a.test/a', { method: '${method}', body: 'x' })`)
    const last = realm.requests.at(-1)
    assert.deepEqual(
      [last?.method, last?.text, last?.headers.length],
      [sent, body, body === '' ? 0 : 1],
    )
  })
}

test('credentials do not follow to another origin', async () => {
  using realm = await createRealm({
    answer: serve({ '/a': to('/same'), '/same': to('https://other.test/') }),
  })
  await realm.run(
    `await fetch('https://a.test/a', { headers: { authorization: 's', 'x-k': 'v' } })`,
  )
  assert.deepEqual(
    realm.requests.map(({ headers }) => headers.length),
    [2, 2, 1],
  )
})

test('redirect: error and manual', async () => {
  using realm = await createRealm({ answer: serve({ '/a': to('/b') }) })
  assert.deepEqual(
    await realm.run(`
      const error = await fetch('https://a.test/a', { redirect: 'error' }).catch((e) => e.name)
      const manual = await fetch('https://a.test/a', { redirect: 'manual' })
      return [error, manual.status, manual.headers.get('location')]`),
    ['TypeError', 302, '/b'],
  )
})

test('loops, other schemes, credentials and bad locations end in a TypeError', async () => {
  using realm = await createRealm({
    answer: serve({
      '/loop': to('/loop'),
      '/file': to('file:///etc/passwd'),
      '/data': to('data:,x'),
      '/user': to('https://u:p@a.test/'),
      '/bad': to('https://['),
    }),
  })
  assert.deepEqual(
    await realm.run(`
      const names = []
      for (const path of ['loop', 'file', 'data', 'user', 'bad']) names.push(await fetch('https://a.test/' + path).catch((e) => e.name))
      return names`),
    Array<string>(5).fill('TypeError'),
  )
  assert.equal(realm.requests.filter(({ url }) => url.endsWith('/loop')).length, 21)
})

test('a response without a location is not a redirect', async () => {
  using realm = await createRealm({
    answer: () => ({ message: { status: 302, statusText: '', headers: [] }, body: 'x' }),
  })
  assert.deepEqual(
    await realm.run(`const r = await fetch('https://a.test/'); return [r.status, r.redirected]`),
    [302, false],
  )
})
