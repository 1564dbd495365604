import { deepStrictEqual } from 'node:assert/strict'
import { test } from 'node:test'
import * as executor from '@supolka/codemode-executor'
import * as protocol from '@supolka/codemode-executor-protocol'
import * as server from '@supolka/codemode-executor-server'
import * as remote from '@supolka/cloudflare-codemode-executor'
import * as codemode from '@supolka/cloudflare-codemode-executor/codemode'
import * as codeRuntime from '@supolka/code-runtime'
import * as dsh from '@supolka/code-runtime/dsh'
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

const others: Array<[name: string, exported: object, source: string]> = [
  ['server package', server, 'packages/executor-server/src/index.ts'],
  ['remote package', remote, 'packages/cloudflare-codemode-executor/src/index.ts'],
  ['adapter entry', codemode, 'packages/cloudflare-codemode-executor/src/codemode/index.ts'],
  ['code-runtime package', codeRuntime, 'packages/code-runtime/src/index.ts'],
  ['dsh entry', dsh, 'packages/code-runtime/src/dsh/index.ts'],
]

for (const [name, exported, source] of others) {
  test(`the ${name} exports these values and types`, (context) => {
    context.assert.snapshot([Object.keys(exported).toSorted(), typeNames(source)])
  })
}
