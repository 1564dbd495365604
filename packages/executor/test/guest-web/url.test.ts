import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRealm } from './isolate.ts'

test('URL parses, serializes and refuses as the standard has it', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const url = new URL('../b?q=a b&é#f', 'HTTP://user@EXAMPLE.com:80/x/y')
      url.searchParams.append('k', '1 2')
      return [url.href, url.host, URL.canParse('nope'), URL.parse('nope'), JSON.stringify({ url })]`),
    [
      'http://user@example.com/b?q=a+b&%C3%A9=&k=1+2#f',
      'example.com',
      false,
      null,
      '{"url":"http://user@example.com/b?q=a+b&%C3%A9=&k=1+2#f"}',
    ],
  )
})

test('the table of international host names loads only for hosts that need it', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      new URL('https://Example.COM/')
      const plain = testing.loads()
      const hosts = ['https://bücher.example/', 'https://xn--bcher-kva.example/'].map((u) => new URL(u).host)
      return [plain, testing.loads(), hosts]`),
    [['url'], ['url', 'idna'], Array<string>(2).fill('xn--bcher-kva.example')],
  )
})

test('URLSearchParams iterates, sorts and counts', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const params = new URLSearchParams([['b', '2'], ['a', '1'], ['b', '3']])
      params.sort()
      return [[...params], params.size, params.has('b', '3'), String(new URLSearchParams({ x: 'ä&' }))]`),
    [
      [
        ['a', '1'],
        ['b', '2'],
        ['b', '3'],
      ],
      3,
      true,
      'x=%C3%A4%26',
    ],
  )
})
