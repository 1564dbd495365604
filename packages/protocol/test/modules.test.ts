// Module maps: names, kinds, and the source that an isolate gets to see.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ModuleKeyCollisionError,
  type ModuleMap,
  normalizeModules,
  normalizeSpecifier,
  UnsupportedModuleKindError,
} from '@supolka/codemode-executor-protocol'
import fc from 'fast-check'

const untyped = (map: object): ModuleMap => map as ModuleMap

async function defaultOf(source: string | undefined): Promise<unknown> {
  const { default: value }: { default: unknown } = await import(
    `data:text/javascript;base64,${Buffer.from(source ?? '').toString('base64')}`
  )
  return value
}

test('one leading ./ is no part of a name', () => {
  assert.equal(normalizeSpecifier('./greeter'), 'greeter')
  assert.equal(normalizeSpecifier('././greeter'), './greeter')
  for (const name of ['greeter', '../greeter', '/greeter', 'node:fs', '.greeter', '']) {
    assert.equal(normalizeSpecifier(name), name)
  }
})

test('JavaScript is taken as it is, in the order of the map', () => {
  const modules = normalizeModules({ './b': 'export {}', a: { js: 'export const x = 1' } })
  assert.deepEqual(
    [...modules],
    [
      ['b', 'export {}'],
      ['a', 'export const x = 1'],
    ],
  )
})

test('keys named like members of Object.prototype are names like any other', () => {
  const map = JSON.parse('{"__proto__":"1","toString":"2","constructor":"3"}')
  assert.deepEqual([...normalizeModules(map).keys()], ['__proto__', 'toString', 'constructor'])
  assert.equal(normalizeModules(untyped(Object.create({ inherited: '1' }))).size, 0)
})

test('two keys that become one are refused, both named', () => {
  assert.throws(
    () => normalizeModules({ a: '', './a': '' }),
    (failure) =>
      failure instanceof ModuleKeyCollisionError && /"a" and "\.\/a"/.test(failure.message),
  )
})

test('every other shape is refused', () => {
  const cycle: { self?: unknown } = {}
  cycle.self = cycle
  const shapes = [
    undefined,
    null,
    5,
    {},
    [],
    ['export {}'],
    { js: 5 },
    { text: {} },
    { json: undefined },
    { json: () => 1 },
    { json: cycle },
    { json: 1n },
    { js: '', text: '' },
    { css: '' },
    () => '',
    Object.create({ js: '' }),
  ]
  for (const shape of shapes) {
    assert.throws(() => normalizeModules(untyped({ a: shape })), UnsupportedModuleKindError)
  }
  assert.equal(normalizeModules(untyped({ a: { js: 'x', text: undefined } })).get('a'), 'x')
})

test('json and text become source that gives the value back', async () => {
  const awkward = '</script>`${1}`\\ "quoted" \u2028\u2029\n\r\0\ud800 --> <!-- é\u{1F600}'
  const json = JSON.parse(
    `{"__proto__":{"x":1},"constructor":[null,1.5],"t":${JSON.stringify(awkward)}}`,
  )
  const modules = normalizeModules({ json: { json }, text: { text: awkward }, nil: { json: null } })
  assert.equal(await defaultOf(modules.get('text')), awkward)
  assert.deepEqual(await defaultOf(modules.get('json')), json)
  assert.equal(await defaultOf(modules.get('nil')), null)
  for (const source of modules.values()) assert.doesNotMatch(source, /[\u2028\u2029]/)
})

test('any JSON value survives as a module', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (json) => {
      const value = await defaultOf(normalizeModules({ m: { json } }).get('m'))
      assert.deepEqual(value, JSON.parse(JSON.stringify(json)))
    }),
    { numRuns: 50 },
  )
})
