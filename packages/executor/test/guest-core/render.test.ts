import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bundleGuest, openGuest } from './isolate.ts'

const bundle = await bundleGuest(`
import { describeThrown, renderValue } from '../../src/guest/render.ts'
Object.assign(globalThis, { describeThrown, renderValue })
`)
const shared = await openGuest(bundle)
after(() => shared.dispose())

const render = (expression: string): Promise<string> =>
  shared.run(`return renderValue(${expression})`)

const trap = (name: string): string => `new Proxy({ a: 1 }, { ${name}() { throw new Error('t') } })`

const texts: Record<string, string> = {
  // primitives
  '1.5': '1.5',
  '-0': '-0',
  NaN: 'NaN',
  '5n': '5n',
  true: 'true',
  undefined: 'undefined',
  null: 'null',
  'Symbol("s")': 'Symbol(s)',
  '"a\\"b"': '"a\\"b"',
  // plain objects and arrays
  '{ id: 7, tags: ["x"] }': '{"id":7,"tags":["x"]}',
  '{ a: undefined, b: null, c: -0, d: 5n, e: Symbol("s") }':
    '{"a":undefined,"b":null,"c":-0,"d":5n,"e":Symbol(s)}',
  '{ [Symbol("k")]: 1 }': '{[Symbol(k)]:1}',
  '{ a: 1, [Symbol("k")]: 1 }': '{"a":1,[Symbol(k)]:1}',
  '[1, , 3]': '[1,<empty>,3]',
  '[]': '[]',
  '{}': '{}',
  '{ __proto__: null, a: 1 }': '{"a":1}',
  'Object.groupBy([1], () => "g")': '{"g":[1]}',
  '{ get a() { throw 1 }, set b(v) {} }': '{"a":[Getter],"b":[Setter]}',
  '{ toJSON() { throw 1 } }': '{"toJSON":[Function: toJSON]}',
  // functions
  '() => 1': '[Function: (anonymous)]',
  'function named() {}': '[Function: named]',
  'async function later() {}': '[Function: later]',
  'class {}': '[class (anonymous)]',
  'class Point {}': '[class Point]',
  // instances
  'new (class Point { x = 1 })()': 'Point {"x":1}',
  'new (class { x = 1 })()': 'Object {"x":1}',
  'Promise.resolve(1)': 'Promise {}',
  'new WeakMap()': 'WeakMap {}',
  // built-ins
  'new Map([["a", 1], [{ b: 2 }, [3]]])': 'Map(2) {"a" => 1,{"b":2} => [3]}',
  'new Set([1, "a", undefined])': 'Set(3) {1,"a",undefined}',
  'new (class Cache extends Map {})([[1, 2]])': 'Cache(1) {1 => 2}',
  'new Date(0)': '1970-01-01T00:00:00.000Z',
  'new Date(NaN)': 'Invalid Date',
  '/a[/]b/gi': '/a[/]b/gi',
  'new Uint8Array([1, 2, 3])': 'Uint8Array(3) [1,2,3]',
  'new BigInt64Array(2)': 'BigInt64Array(2) [0n,0n]',
  'new ArrayBuffer(16)': 'ArrayBuffer(16)',
  'new SharedArrayBuffer(8)': 'SharedArrayBuffer(8)',
  'new DataView(new ArrayBuffer(4))': 'DataView(4)',
  'new String("x")': '[String: "x"]',
  'new Number(-0)': '[Number: -0]',
  'Object.create(Map.prototype)': 'Map {}',
  'Object.create(Date.prototype)': 'Date {}',
  // errors
  'new RangeError("too big")': 'RangeError: too big',
  'new Error("")': 'Error',
  '{ e: new TypeError("t") }': '{"e":TypeError: t}',
  'new Error("outer", { cause: new Error("inner", { cause: { code: 1 } }) })':
    'Error: outer [cause: Error: inner [cause: {"code":1}]]',
  'new AggregateError([new Error("a"), 2], "many")': 'AggregateError: many [errors: [Error: a,2]]',
  'Object.create(Error.prototype, { name: { value: "AbortError" }, message: { value: "m" } })':
    'AbortError: m',
  'Object.defineProperty(new Error("m"), "message", { get() { throw new Error("no") } })':
    'Error: [Throws: no]',
}

for (const [expression, text] of Object.entries(texts)) {
  test(`${expression} reads ${text}`, async () => {
    assert.equal(await render(`(${expression})`), text)
  })
}

test('a cycle ends in [Circular], and a repeated object does not', async () => {
  assert.equal(await shared.run('const a = [1]; a[1] = a; return renderValue(a)'), '[1,[Circular]]')
  assert.equal(
    await shared.run('const m = new Map(); m.set("self", m); return renderValue(m)'),
    'Map(1) {"self" => [Circular]}',
  )
  assert.equal(await shared.run('const o = {}; return renderValue([o, o])'), '[{},{}]')
})

test('a deep object is named at the depth bound', async () => {
  const text = await shared.run(
    'const top = {}; let at = top; for (let i = 0; i < 1e5; i++) at = at.d = {}; return renderValue(top)',
  )
  assert.equal(text, `${'{"d":'.repeat(8)}[Object]${'}'.repeat(8)}`)
  assert.equal(await render('[[[[[[[[[1]]]]]]]]]'), `${'['.repeat(8)}[Array]${']'.repeat(8)}`)
})

test('long collections say how much was left out', async () => {
  const shown = Array.from({ length: 100 }, (_, index) => index).join(',')
  assert.equal(await render('Array.from({ length: 150 }, (_, i) => i)'), `[${shown},… 50 more]`)
  assert.equal(
    await render('new Uint8Array(103)'),
    `Uint8Array(103) [${Array(100).fill(0).join(',')},… 3 more]`,
  )
  assert.match(await render('new Array(4294967295)'), /,<empty>,… 4294967195 more\]$/)
  assert.match(await render('new Set(Array.from({ length: 101 }, (_, i) => i))'), /,99,… 1 more}$/)
  assert.match(
    await render('new Map(Array.from({ length: 102 }, (_, i) => [i, 0]))'),
    /,99 => 0,… 2 more}$/,
  )
  assert.match(
    await render('Object.fromEntries(Array.from({ length: 101 }, (_, i) => ["k" + i, 0]))'),
    /,"k99":0,… 1 more}$/,
  )
})

test('a long text is cut with a mark, never through a surrogate pair', async () => {
  const mark = '… (cut at 65,536 characters)'
  const many = await render('Array(100).fill("x".repeat(1000))')
  assert.equal(many.length, 65_536 + mark.length)
  assert.ok(many.endsWith(`x${mark}`))
  const pairs = await render('"\\u{1F600}".repeat(1e6)')
  assert.ok(pairs.isWellFormed())
  assert.ok(pairs.endsWith(mark))
})

test('an object that widens at every level is cut soon', async () => {
  const text = await shared.run(
    'let o = {}; for (let i = 0; i < 8; i++) o = Array(100).fill(o); return renderValue(o)',
  )
  assert.ok(text.length < 66_000)
})

test('a BigInt too long to write out is named', async () => {
  assert.equal(await render('1n << 4000000n'), '[BigInt of more than 65536 digits]')
  assert.equal(await render('-(1n << 4000000n)'), '[BigInt of more than 65536 digits]')
  assert.equal((await render('10n ** 60000n')).length, 60_002)
})

test('a proxy is shown as what it pretends to be', async () => {
  assert.equal(await render('new Proxy({ a: 1 }, {})'), '{"a":1}')
  assert.equal(await render('new Proxy([1, 2], {})'), '[1,2]')
  assert.equal(
    await render(`new Proxy({}, {
      ownKeys: () => ['a'],
      getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: 0 }),
      get: (_, key) => 'got ' + key,
    })`),
    '{"a":"got a"}',
  )
})

test('what a trap throws is named and ends nothing else', async () => {
  assert.equal(await render(trap('ownKeys')), '[Throws: t]')
  assert.equal(await render(trap('getPrototypeOf')), '[Throws: t]')
  assert.equal(await render(trap('get')), '{"a":[Throws: t]}')
  assert.equal(await render(`[1, ${trap('ownKeys')}, 2]`), '[1,[Throws: t],2]')
  assert.equal(
    await render('new Proxy([], { get(t, k) { if (k === "length") throw "no length" } })'),
    '[Throws: no length]',
  )
  assert.match(
    await shared.run(
      'const r = Proxy.revocable([], {}); r.revoke(); return renderValue({ a: r.proxy })',
    ),
    /^\{"a":\[Throws: .*revoked.*\]\}$/,
  )
})

test('a thrown value that throws in turn is named without looking further', async () => {
  const text = await shared.run(`
    const endless = () => new Proxy({}, {
      get() { throw endless() }, ownKeys() { throw endless() }, getPrototypeOf() { throw endless() },
    })
    return renderValue([endless()]) + describeThrown(endless())`)
  assert.equal(text, '[[Throws: a value that cannot be read]][Throws: a value that cannot be read]')
})

test('a chain of prototypes without end is given up', async () => {
  const text = await shared.run(`
    const endless = () => new Proxy({}, { getPrototypeOf: endless })
    return renderValue(endless())`)
  assert.equal(text, 'Object {}')
})

test('an array-like proxy that claims to be huge costs a hundred reads', async () => {
  const text = await shared.run(`
    let reads = 0
    const array = new Proxy([], { get(t, k) { reads++; return k === 'length' ? 1e9 : 'x' } })
    return renderValue(array).slice(-20) + ' ' + (reads < 300)`)
  assert.match(text, /more\] true$/)
})

test('own getters are not run, so that printing changes nothing', async () => {
  assert.equal(
    await shared.run('let n = 0; renderValue({ get a() { return ++n } }); return String(n)'),
    '0',
  )
})

test('rendering at the end of the stack answers or throws, and the next one works', async () => {
  const text = await shared.run(`
    let last = ''
    const dive = () => { last = renderValue({ a: [new Map([[1, new Error('e')]])] }); dive() }
    try { dive() } catch (e) { return e.name + ' ' + typeof last + ' ' + renderValue({ a: 1 }) }`)
  assert.equal(text, 'RangeError string {"a":1}')
})
