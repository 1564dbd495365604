// The four rules of provider names.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  DuplicateProviderNameError,
  ECMASCRIPT_RESERVED_WORDS,
  InvalidProviderNameError,
  RESERVED_PROVIDER_NAMES,
  ReservedProviderNameError,
  ReservedWordProviderNameError,
  validateProviders,
} from '@supolka/codemode-executor-protocol'
import fc from 'fast-check'

const validate = (...names: Array<string>): void =>
  validateProviders(names.map((name) => ({ name, tools: [] })))

const declares = (name: string): boolean => {
  try {
    // Strict code inside an async function refuses what a module refuses.
    // oxlint-disable-next-line no-new-func -- the engine's own parser is the reference here
    void new Function(`'use strict'; async () => { const ${name} = 1 }`)
    return true
  } catch {
    return false
  }
}

test('ordinary names pass, the two globals left to the caller among them', () => {
  validate(
    'store',
    '$crm_2',
    '_',
    '$',
    'fetch',
    'Response',
    'async',
    'of',
    'get',
    'constructor',
    'crypto',
  )
  validate()
})

test('a name that is no ASCII identifier is refused', () => {
  for (const name of ['2fa', 'café', '', 'a-b', 'a b', 'a.b', 'a\n', '\u{1d4d0}', 'a;b', '*/']) {
    assert.throws(() => validate(name), InvalidProviderNameError, JSON.stringify(name))
  }
  const untyped = [{ name: 5, tools: [] }] as unknown as Parameters<typeof validateProviders>[0]
  assert.throws(() => validateProviders(untyped), InvalidProviderNameError)
})

test('every reserved name is refused, and no name has two reasons', () => {
  const names = Object.values(RESERVED_PROVIDER_NAMES).flat()
  for (const name of names) assert.throws(() => validate(name), ReservedProviderNameError, name)
  assert.equal(new Set(names).size, names.length)
  const contract = ['__dispatch', '__stringifyForDispatch', '__parseForDispatch', '__BINARY_TAG']
  const codec = ['__encodeBinaryValue', '__decodeBinaryValue', '__encodeBase64', '__decodeBase64']
  assert.deepEqual(RESERVED_PROVIDER_NAMES.entryScope, [...contract, ...codec])
  for (const name of ['Promise', '__proto__', 'globalThis', 'console', 'setTimeout', 'atob']) {
    assert.ok(names.includes(name), name)
  }
  assert.ok(!names.includes('fetch') && !names.includes('Response'))
  assert.ok(
    Object.isFrozen(RESERVED_PROVIDER_NAMES) && Object.isFrozen(RESERVED_PROVIDER_NAMES.timers),
  )
})

test('every reserved word is refused', () => {
  for (const word of ECMASCRIPT_RESERVED_WORDS) {
    assert.throws(() => validate(word), ReservedWordProviderNameError, word)
  }
})

test('every accepted name can be declared, and every refused word cannot', () => {
  for (const word of ECMASCRIPT_RESERVED_WORDS) assert.equal(declares(word), false, word)
  const candidate = fc.oneof(
    fc.stringMatching(/^[A-Za-z_$][A-Za-z0-9_$]{0,9}$/),
    fc.stringMatching(/^[a-z]{1,6}$/),
    fc.string(),
  )
  fc.assert(
    fc.property(candidate, (name) => {
      try {
        validate(name)
      } catch {
        return true
      }
      return declares(name)
    }),
    { numRuns: 500 },
  )
})

test('the first violation in the order of the list is the one reported', () => {
  assert.throws(() => validate('crm', 'crm', '2fa'), DuplicateProviderNameError)
  assert.throws(() => validate('crm', '2fa', 'crm'), InvalidProviderNameError)
  assert.throws(() => validate('Promise', 'Promise'), ReservedProviderNameError)
})
