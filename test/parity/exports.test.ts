import { deepStrictEqual } from 'node:assert/strict'
import { test } from 'node:test'
import * as executor from '@supolka/codemode-executor'
import * as protocol from '@supolka/codemode-executor-protocol'
import { readText } from './document-table.ts'

// What a package exports is a promise: a name that comes or goes shows here, and in a changelog.

function typeNames(path: string): Array<string> {
  const lists = readText(path).matchAll(/export type \{([^}]*)\}/g)

  return [...lists]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .toSorted()
}

test('the protocol package exports these values', (context) => {
  context.assert.snapshot(Object.keys(protocol).toSorted())
})

test('the protocol package exports these types', (context) => {
  context.assert.snapshot(typeNames('packages/protocol/src/index.ts'))
})

test('the executor package exports the protocol and these values', (context) => {
  context.assert.snapshot(
    Object.keys(executor)
      .filter((name) => !(name in protocol))
      .toSorted(),
  )
  const missing = Object.keys(protocol).filter((name) => !(name in executor))
  deepStrictEqual(missing, [])
})

test('the executor package exports these types', (context) => {
  context.assert.snapshot(typeNames('packages/executor/src/index.ts'))
})
