import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { nameEntryParts } from '../../../src/child/entry/identifiers.ts'
import { composePrologue, ENTRY_NAMES } from '../../../src/child/entry/prologue.ts'

import { createEntryIsolate } from './entry-isolate.ts'

import type { ProviderDescriptor } from '@supolka/codemode-executor-protocol'

const isolate = createEntryIsolate()
after(() => isolate.dispose())

function compose(providers: Array<ProviderDescriptor>): string {
  return composePrologue({
    providers,
    runtimeSpecifier: 'runtime',
    entryNames: ENTRY_NAMES,
    dynamicImportIdentifier: '$i0000',
    names: nameEntryParts('$i0000'),
  })
}

test('provides the names of the contract', async () => {
  const { value } = await isolate.runEntry(
    `async () => [${ENTRY_NAMES.join()}].map((v) => typeof v)`,
  )
  assert.deepEqual(value, Array(8).fill('function'))
})

test('makes a proxy from what the descriptor says, and nothing from its texts', async () => {
  const tools = ['a', `x'];mark();['`, '`+mark()+`', '\u2028mark()//', '*/mark()/*', '"', '\\']
  const store = { name: 'store', tools }
  const positional = { name: 'other', tools: [], positionalArgs: true }
  const { value, events } = await isolate.runEntry('async () => [store, other]', {
    providers: [store, positional],
  })
  assert.deepEqual(value, [{ generated: store }, { generated: positional }])
  assert.deepEqual(events, ['run1'])
})

test('takes a proxy source in place of the generated proxy', async () => {
  const providers = [
    { name: 'store', tools: ['a'], proxySource: '{ own: true } // not the end' },
    { name: 'other', tools: [], proxySource: 'import("a")' },
  ]
  const { value } = await isolate.runEntry('async () => [store, await other]', { providers })
  assert.deepEqual(value, [{ own: true }, { imported: 'a' }])
})

test('runs the preludes in order, behind all proxies', async () => {
  const providers = [
    {
      name: 'one',
      tools: [],
      prelude: 'const seen = [typeof two]\nconst later = import("a") // end',
    },
    { name: 'two', tools: [], prelude: '(() => seen.push(1))()' },
    { name: 'three', tools: [], prelude: '[2].forEach((item) => seen.push(item))' },
  ]
  const { value } = await isolate.runEntry('async () => [seen, await later]', { providers })
  assert.deepEqual(value, [['object', 1, 2], { imported: 'a' }])
})

test('lets a provider shadow a global inside the entry', async () => {
  const providers = [{ name: 'JSON', tools: [], proxySource: '1' }]
  const { value } = await isolate.runEntry('async () => [JSON, typeof globalThis.JSON]', {
    providers,
  })
  assert.deepEqual(value, [1, 'object'])
})

test('consists of whole lines, one for the imports and one for each generated proxy', () => {
  const empty = compose([])
  assert.equal(empty.indexOf('\n'), empty.length - 1)
  const two = compose([
    { name: 'a', tools: ['\u2028\u2029\n'] },
    { name: 'b', tools: [] },
  ])
  assert.equal(two.split(/[\n\u2028\u2029]/).length, 4)
})
