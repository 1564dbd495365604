import assert from 'node:assert/strict'
import { test } from 'node:test'

import { prefixModule, rewriteDynamicImports } from '../../../src/child/entry/rewrite-imports.ts'

const IDENTIFIER = '$i0000'

/** In a marked source, `IMPORT` stands where a dynamic import has to be found. */
function assertRewritten(marked: string): void {
  const source = marked.replaceAll('IMPORT', 'import')
  const expected = marked.replaceAll('IMPORT', IDENTIFIER)
  assert.equal(rewriteDynamicImports(source, IDENTIFIER), expected)
}

test('replaces the word in each dynamic import and keeps all else', () => {
  for (const marked of [
    `async () => IMPORT('a')`,
    `async () => IMPORT(IMPORT('a') + b)`,
    `async () => IMPORT /* c */ ('a')`,
    `async () => IMPORT\n('a', { with: { type: 'json' } })`,
    `async () => [await IMPORT('a'), typeof IMPORT('b'), (IMPORT('c')).d]`,
    'async () => `${IMPORT("a")} import("b") ${`${IMPORT("c")}`}`',
    `async () => { const a = b / IMPORT('c') / 2 }`,
    `\ufeffasync () => IMPORT('a')`,
    `import x from 'a'; const y = IMPORT('b')\nasync () => IMPORT('c')`,
    `export const a = IMPORT('a')\nexport * from 'b'`,
  ]) {
    assertRewritten(marked)
  }
})

test('leaves what is no dynamic import', () => {
  for (const source of [
    `async () => 1`,
    `import x from 'a'\nimport 'b'\nexport { y } from 'c'`,
    `async () => import.meta`,
    `async () => import.source('a')`,
    `async () => [o.import('a'), o?.import('b'), { import(c) {} }, { import: 1 }]`,
    `class A { import() {} static import() {} async import() {} #import() {} }`,
    `"import('a')" + 'import("b")' + /import("c")/.source // import('d')`,
    `/* import('a') */ \`import('b') \\\${import('c')}\``,
    `$import('a') + import_('b') + reimport('c')`,
  ]) {
    assertRewritten(source)
  }
})

test('gives back what does not parse', () => {
  for (const source of [
    'import(',
    `import('a') }`,
    `() => { return ] import('a') }`,
    '`${import',
  ]) {
    assertRewritten(source)
  }
})

test('prefixes a module with a line that its positions do not count', () => {
  const line = 'import { a } from "b";'
  assert.deepEqual(prefixModule('export {}', line), {
    source: `${line}\nexport {}\n//# sourceURL=\n`,
    lineOffset: -1,
  })
  const { source } = prefixModule('#!/usr/bin/env node\nexport {}', line)
  assert.equal(source.split('\n')[1], '///usr/bin/env node')
})
