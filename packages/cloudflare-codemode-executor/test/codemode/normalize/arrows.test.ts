import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf } from './answers.ts'

test('an arrow function comes out byte for byte', async () => {
  for (const arrow of [
    'async () => { return 1; }',
    '() => 42',
    'async (a, b) => a + b',
    'async x => x',
    '(async () => 7)',
    'async () => {\n  // why\n  return `a\n${1}`\n}',
    'async () => 7 // lucky',
    '// first fetch\n/* v2 */\n\nasync () => "x"',
    '\uFEFFasync () => 3',
    'async () => { const { a } = await import("a.js"); return a }',
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    equal(await codeOf(arrow), arrow)
  }
})

test('imports above an arrow function stay where they are', async () => {
  const code = `import { a } from 'a.js'\nimport b, {\n  c,\n} from './b.js'\n\n// go\nasync () => a(b, c)`
  equal(await codeOf(code), code)
})

test('an arrow function behind an import moves to a line of its own', async () => {
  equal(await codeOf(`import a from 'a'; async () => a`), `import a from 'a'; \nasync () => a`)
})

test('semicolons behind an arrow function go', async () => {
  equal((await codeOf('async () => { return 1 };')).trim(), 'async () => { return 1 }')
  equal((await codeOf('async () => 1;;')).trim(), 'async () => 1')
})

test('an arrow function that is the default export is the program', async () => {
  equal((await codeOf('export default async () => 3')).trim(), 'async () => 3')
})

test('a hashbang becomes a comment', async () => {
  equal(await codeOf('#!/usr/bin/env node\nasync () => 1'), '///usr/bin/env node\nasync () => 1')
})

test('nothing is a program that does nothing', async () => {
  equal(await codeOf(''), 'async () => {}')
  equal(await codeOf('  \n\t'), 'async () => {}')
  equal(await codeOf('// only a comment'), 'async () => {}')
})
