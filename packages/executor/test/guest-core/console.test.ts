import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bundleGuest, openGuest } from './isolate.ts'

const bundle = await bundleGuest(`
import { createConsole } from '../../src/guest/console.ts'
const lines: Array<string> = []
const { defineProperty, create } = Object
const { stringify } = JSON
const emit = (level: string, text: string) => {
  const line = create(null)
  line.value = level + ':' + text
  defineProperty(lines, lines.length, line)
}
globalThis.console = createConsole(emit)
globalThis.linesAsJson = () => stringify(lines)
`)
const shared = await openGuest(bundle)
after(() => shared.dispose())

const logged = async (body: string): Promise<Array<string>> => {
  const guest = await openGuest(bundle)
  try {
    await guest.run(`${body}; return ''`)
    return JSON.parse(await guest.run('return linesAsJson()'))
  } finally {
    guest.dispose()
  }
}

test('log, warn and error join their arguments with single spaces', async () => {
  assert.deepEqual(
    await logged(`
      console.log('a', 1, true)
      console.warn('b')
      console.error('c', null, undefined)
      console.log()
      console.log('%s is not a directive', 'x')
      console.log('user', { id: 7, tags: ['x'] })
      console.error(new RangeError('too big'))`),
    [
      'log:a 1 true',
      'warn:b',
      'error:c null undefined',
      'log:',
      'log:%s is not a directive x',
      'log:user {"id":7,"tags":["x"]}',
      'error:RangeError: too big',
    ],
  )
})

test('a value is rendered when it is logged and not later', async () => {
  assert.deepEqual(await logged('const a = [1]; console.log(a); a.push(2); console.log(a)'), [
    'log:[1]',
    'log:[1,2]',
  ])
})

test('every other method runs and writes nothing', async () => {
  assert.deepEqual(
    await logged(`
      console.assert(false, 'x'); console.clear(); console.debug('d'); console.info('i')
      console.table([{ a: 1 }], ['a']); console.trace('t'); console.dir({}); console.dirxml({})
      console.count(); console.count('c'); console.countReset('c'); console.group('g')
      console.groupCollapsed('g'); console.groupEnd(); console.time('t'); console.timeLog('t', 1)
      console.timeEnd('t')`),
    [],
  )
})

test('methods work without their receiver', async () => {
  assert.deepEqual(await logged('const { log } = console; [1].forEach(log); log.call(null, 2)'), [
    'log:1 0 [1]',
    'log:2',
  ])
})

test('a label is turned into a string, and what that throws is thrown', async () => {
  const text = await shared.run(`
    const seen = []
    for (const name of ['count', 'countReset', 'time', 'timeLog', 'timeEnd']) {
      try { console[name](Symbol('s')) } catch (e) { seen.push(e.name) }
      try { console[name]({ toString() { throw new RangeError('label') } }) } catch (e) { seen.push(e.message) }
      console[name](undefined)
    }
    return seen.join()`)
  assert.equal(text, Array(5).fill('TypeError,label').join())
})

test('a label hook finds no way up into the runtime', async () => {
  const text = await shared.run(`
    let caller = 'not called'
    console.count({ toString: function label() { caller = String(label.caller); return '' } })
    return caller`)
  assert.equal(text, 'null')
})

test('the namespace has the shape that Web IDL and the Console Standard give it', async () => {
  const shape: unknown = JSON.parse(
    await shared.run(`
      const proto = Object.getPrototypeOf(console)
      const tag = Object.getOwnPropertyDescriptor(console, Symbol.toStringTag)
      return JSON.stringify({
        names: Object.keys(console),
        proto: [Reflect.ownKeys(proto).length, Object.getPrototypeOf(proto) === Object.prototype],
        tag: [tag.value, tag.writable, tag.enumerable, tag.configurable],
        text: String(console),
        odd: Object.entries(Object.getOwnPropertyDescriptors(console)).filter(([k, d]) =>
          !d.writable || !d.configurable || d.value.name !== k || d.value.length !== 0 ||
          Object.hasOwn(d.value, 'prototype') || Object.hasOwn(d.value, 'caller')).map(([k]) => k),
        constructed: Object.keys(console).filter((k) => {
          try { return void new console[k]() === undefined } catch (e) { return e.name !== 'TypeError' }
        }),
        extras: ['Console', 'context', 'createTask', 'profile', 'timeStamp'].map((k) => typeof console[k]),
      })`),
  )
  assert.deepEqual(shape, {
    names: [
      'assert',
      'clear',
      'debug',
      'error',
      'info',
      'log',
      'table',
      'trace',
      'warn',
      'dir',
      'dirxml',
      'count',
      'countReset',
      'group',
      'groupCollapsed',
      'groupEnd',
      'time',
      'timeLog',
      'timeEnd',
    ],
    proto: [0, true],
    tag: ['console', false, false, true],
    text: '[object console]',
    odd: [],
    constructed: [],
    extras: Array(5).fill('undefined'),
  })
})

test('a hundred thousand arguments make one line, soon', async () => {
  const started = performance.now()
  const [line] = await logged("console.log(...Array(1e5).fill('x'))")
  assert.equal(line, `log:${Array(1e5).fill('x').join(' ')}`)
  assert.ok(performance.now() - started < 2000)
})

test('one line is cut at the bound of the whole capture, and the rest is not looked at', async () => {
  const [line] = await logged(`
    const piece = 'x'.repeat(1e6), late = new Proxy({}, { ownKeys() { throw new Error('looked') } })
    console.log(piece, piece, ...Array(1000).fill(late))`)
  assert.equal(line?.length, 'log:'.length + 1_048_576)
})

test('hostile values end neither the call nor the next one', async () => {
  const lines = await logged(`
    const c = []; c[0] = c
    const deep = {}; let d = deep; for (let i = 0; i < 1e5; i++) d = d.d = {}
    for (const v of [Symbol('s'), 5n, c, deep, () => 1,
      new Proxy({}, { get() { throw new Error('t') }, ownKeys() { throw new Error('t') } }),
      new Proxy(function () {}, { apply() { throw 1 }, get() { throw 1 } }),
      { toString() { throw 1 } }, { toJSON() { throw 1 } }, Object.create(null), { get x() { throw 1 } },
      new Date(NaN), new Map([[c, c]]), new WeakMap(), -0, NaN, '\\ud800', { [Symbol.toStringTag]: 5 },
      class {}, new (class { get [Symbol.toStringTag]() { throw 1 } })()]) console.log(v, 'after')`)
  assert.deepEqual(lines, [
    'log:Symbol(s) after',
    'log:5n after',
    'log:[[Circular]] after',
    `log:${'{"d":'.repeat(8)}[Object]${'}'.repeat(8)} after`,
    'log:[Function: (anonymous)] after',
    'log:[Throws: t] after',
    'log:[Function: (anonymous)] after',
    'log:{"toString":[Function: toString]} after',
    'log:{"toJSON":[Function: toJSON]} after',
    'log:{} after',
    'log:{"x":[Getter]} after',
    'log:Invalid Date after',
    'log:Map(1) {[[Circular]] => [[Circular]]} after',
    'log:WeakMap {} after',
    'log:-0 after',
    'log:NaN after',
    'log:\ud800 after',
    'log:{[Symbol(Symbol.toStringTag)]:5} after',
    'log:[class (anonymous)] after',
    'log:Object {} after',
  ])
})

test('a program that tampers with arrays and strings changes no line', async () => {
  const lines = await logged(`
    for (let i = 0; i < 4; i++) Object.defineProperty(Array.prototype, i, {
      set() { throw new Error('caught') }, get() { throw new Error('read') }, configurable: true })
    Array.prototype[Symbol.iterator] = function* () { yield 'forged' }
    Array.prototype.join = String.prototype.concat = () => 'forged'
    Object.defineProperty(Object.prototype, 'get', { __proto__: null, value: () => 'forged' })
    console.log('a', 'b', { c: 1 }, [1, , 2])
    console.count('x')`)
  assert.deepEqual(lines, ['log:a b {"c":1} [1,<empty>,2]'])
})
