import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openPrograms } from './program.ts'

const programs = openPrograms()
after(programs.dispose)

const run = (body: string): Promise<unknown> =>
  programs.run(`
    const nameOf = (attempt) => { try { attempt(); return 'nothing' } catch ({ name }) { return name } }
    ${body}`)

test('a pattern matches a URL part by part and names what it caught', async () => {
  assert.deepEqual(
    await run(`
      const pattern = new URLPattern({ protocol: 'http{s}?', hostname: '*.test', pathname: '/books/:id(\\\\d+)/*?' })
      const match = pattern.exec('https://shop.test/books/12/page/3?q=1#end')
      return [match.pathname, match.hostname, match.protocol.input, match.search, match.inputs,
        pattern.test('https://shop.test/books/x'), pattern.exec('ftp://shop.test/books/1')]`),
    [
      { input: '/books/12/page/3', groups: { 0: 'page/3', id: '12' } },
      { input: 'shop.test', groups: { 0: 'shop' } },
      'https',
      { input: 'q=1', groups: { 0: 'q=1' } },
      ['https://shop.test/books/12/page/3?q=1#end'],
      false,
      null,
    ],
  )
})

test('a string with a base URL, options, and a dictionary as a subject', async () => {
  assert.deepEqual(
    await run(`
      const relative = new URLPattern('/a/:x?', 'https://h.test')
      const loose = new URLPattern({ pathname: '/Foo' }, { ignoreCase: true })
      const both = new URLPattern('/b', 'https://h.test', { ignoreCase: true })
      return [relative.hostname, relative.test('/a', 'https://h.test'), relative.exec('/a', 'https://h.test').inputs,
        loose.test({ pathname: '/fOO' }), both.test('https://h.test/B'),
        relative.test({ pathname: '/a/1', baseURL: 'https://h.test' }),
        'x' in relative.exec('https://h.test/a').pathname.groups]`),
    ['h.test', true, ['/a', 'https://h.test'], true, true, true, true],
  )
})

test('what the library leaves out: mode v, names by code points, hosts and ports by the URL parser', async () => {
  assert.deepEqual(
    await run(`
      return [
        new URLPattern({ pathname: '/([[a-z]--a])' }).test({ pathname: '/z' }),
        new URLPattern({ pathname: '/([[a-z]--a])' }).test({ pathname: '/a' }),
        new URLPattern({ pathname: '/:\\u{20000}' }).exec({ pathname: '/foo' }).pathname.groups,
        new URLPattern({ hostname: 'bad#hostname' }).hostname,
        new URLPattern({ hostname: 'b\\nad' }).hostname,
        new URLPattern({ port: '80' }).test({ port: '8\\t0' }),
        new URLPattern({ port: '80' }).test({ port: 'x80' }),
        nameOf(() => new URLPattern({ hostname: 'bad hostname' })),
        nameOf(() => new URLPattern({ port: '65536' })),
      ]`),
    [true, false, { '\u{20000}': 'foo' }, 'bad', 'bad', true, false, 'TypeError', 'TypeError'],
  )
})

test('a host name in other letters is matched by its ASCII form', async () => {
  assert.equal(
    await run(
      `return new URLPattern({ hostname: 'bücher.test' }).test('https://xn--bcher-kva.test/')`,
    ),
    true,
  )
})

test('the interface: length, members, brand and what it refuses', async () => {
  assert.deepEqual(
    await run(`
      const { prototype } = URLPattern
      return [URLPattern.length, prototype.test.length, String(new URLPattern()), Object.keys(prototype).length,
        Object.keys(URLPattern), new URLPattern({ pathname: '/(a)' }).hasRegExpGroups,
        nameOf(() => prototype.test.call({}, undefined)),
        nameOf(() => Object.getOwnPropertyDescriptor(prototype, 'hash').get.call({})),
        nameOf(() => new URLPattern('relative')),
        nameOf(() => new URLPattern({}, 'https://h.test')),
        nameOf(() => new URLPattern({}).test({}, 'https://h.test')),
        nameOf(() => new URLPattern({ pathname: '(' })),
        nameOf(() => structuredClone(new URLPattern()))]`),
    [0, 0, '[object URLPattern]', 11, [], true, ...Array(6).fill('TypeError'), 'DataCloneError'],
  )
})

test('a program that replaces URL does not change how patterns match', async () => {
  assert.equal(
    await run(`
      globalThis.URL = class { constructor() { throw new Error('mine') } }
      return new URLPattern({ pathname: '/a' }).test('https://h.test/a')`),
    true,
  )
})
