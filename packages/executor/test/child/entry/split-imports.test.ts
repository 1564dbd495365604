import assert from 'node:assert/strict'
import { test } from 'node:test'

import { splitImports } from '../../../src/child/entry/split-imports.ts'

const ARROW = 'async () => 1'

/** A bar stands where the head ends. */
function assertSplit(marked: string): void {
  const at = marked.indexOf('|')
  const head = marked.slice(0, at)
  const body = marked.slice(at + 1)
  assert.deepEqual(splitImports(head + body), { head, body, malformed: false }, marked)
}

const DECLARATIONS = [
  `import 'a'`,
  `import "a"`,
  `import a from 'a'`,
  `import * as a from 'a'`,
  `import {} from 'a'`,
  `import { b } from 'a'`,
  `import { b, } from 'a'`,
  `import { b as c, default as d, 'e f' as g } from 'a'`,
  `import a, { b } from 'a'`,
  `import a, * as b from 'a'`,
  `import{b}from'a'`,
  `import a from 'a' with { type: 'json' }`,
  `import a from 'a' with { type: 'json', 'x': "y", }`,
  `import 'a' with {}`,
  `import a from 'a'\nwith { type: 'json' }`,
  `import defer * as a from 'a'`,
  `import defer from 'a'`,
  `import defer, { b } from 'a'`,
  `import source a from 'a'`,
  `import source from 'a'`,
  `import source from from 'a'`,
  `import source, { b } from 'a'`,
  `import from from 'a'`,
  `import as, { as as as } from 'a'`,
  `import { import as b } from 'a'`,
  `import $ from 'a'`,
  `import \\u0061b, { \\u{62} as ñ } from 'a'`,
  `import/* ' */a/* } */from/* \n */'a'`,
  `import // from 'b'\n a from 'a'`,
  `import {\n  b, // first\n  c, /* second */\n} from 'a'`,
  `import\r\na\rfrom\u2028'a'`,
  `import a from 'no\\\npe'`,
  `import a from 'no\\\r\npe'`,
  `import a from 'a\\'b\u2028"'`,
]

test('lifts every form of an import declaration whole', () => {
  for (const declaration of DECLARATIONS) {
    assertSplit(`${declaration}|\n${ARROW}`)
    assertSplit(`${declaration};|\r\n${ARROW}`)
    assertSplit(`${declaration} ;; |\n${ARROW}`.replace(' |', '| '))
    assertSplit(`${declaration}\n${declaration};|\n\n${ARROW}`)
    assertSplit(`${declaration};${declaration}|\n${ARROW}`)
    assertSplit(`\ufeff\n // c\r /* d\n */ ${declaration}| // import 'b'\u2029${ARROW}`)
    assertSplit(`${declaration}; const size = 3|\n${ARROW}`)
    assertSplit(`${declaration}|`)
  }
})

test('ends the block at everything that is no import declaration', () => {
  for (const code of [
    ARROW,
    '',
    '  \n\t ',
    `// import 'a'\n${ARROW}`,
    `/*\nimport 'a'\n*/\n${ARROW}`,
    `"\nimport 'a'"`,
    `import('a')`,
    `import /* c */ ('a')`,
    `import.meta`,
    `importing from 'a'`,
    `imports`,
    `#!/usr/bin/env node\nimport 'a'`,
    `/* import 'a'`,
    `export { a } from 'a'`,
    `\\u0069mport 'a'`,
  ]) {
    assertSplit(`|${code}`)
    assertSplit(`import 'm'|\n${code}`)
  }
})

test('leaves a comment behind an import to the body, and lifts the imports behind that', () => {
  assertSplit(`import 'a'| // c\n${ARROW}`)
  assertSplit(`import 'a';| /* c */ // d\n${ARROW}`)
  assertSplit(`import 'a'| /* c\n d */ ${ARROW}`)
  assertSplit(`import 'a' /* c\n d */ import 'b'|\n${ARROW}`)
  assertSplit(`import 'a' // c\nimport 'b'; /* d */|\n`.replace(' /* d */|', '| /* d */'))
  assertSplit(`import 'a'| /* never closed\n${ARROW}`)
})

test('lifts the code behind an import with its line, up to a comment at its end', () => {
  for (const line of [
    'const size = 3',
    'const size = 3; let b = 4;',
    ARROW,
    `const a = '//', b = "/*", c = \`//\``,
    `const a = '\\'// ', b = "\\\\"`,
    'const a = `${`${1} // `} // `',
    'const a = `${{ b: {} }}//`',
    'const a = `\\`//`',
    'const a = /[/]\\/\\//',
    'const a = /[//]/g.test(b)',
    'const a = b / c',
    'let a = 8; const b = a++ / 2',
    'const a = (1) / 2, b = [1][0] / 2',
    'const a = b.of / 2',
    'const a = typeof /\\/\\//',
    'const a = 1 /* c */ + 2',
    'const ñ = 1',
  ]) {
    for (const comment of ['', ' ', ' // c', ' /* c */ // d', ' /* c\n */', '\t//import "x"']) {
      assertSplit(`import 'a'; ${line}|${comment}\n${ARROW}`)
      assertSplit(`import 'a'; ${line}${comment}\nimport 'b'; ${line}|${comment}\n${ARROW}`)
    }
  }
})

test('takes the whole line where a string or template leaves it open', () => {
  for (const line of ['f(`', 'const a = `${b', `f('x`, `f('x\\`, 'f(/x', 'f(`// ${1} //']) {
    assertSplit(`import 'a'; ${line}|\n${ARROW}`)
  }
})

test('ends the block at a malformed import and says so', () => {
  for (const code of [
    'import',
    'import a',
    'import a from',
    'import a from m',
    `import a of 'm'`,
    `import from 'm'`,
    `import a, b from 'm'`,
    `import a, from 'm'`,
    `import * from 'm'`,
    `import { a b } from 'm'`,
    `import { 'a' } from 'm'`,
    `import { a as } from 'm'`,
    `import { a from 'm'`,
    `import type { a } from 'm'`,
    `import defer a from 'm'`,
    `import 'm' with { type }`,
    `import 'm' with { type: json }`,
    `import 'm\n'`,
    `import 'm`,
  ]) {
    assert.deepEqual(splitImports(code), { head: '', body: code, malformed: true })
    const head = `import 'a'; import 'b';`
    assert.deepEqual(splitImports(head + code), { head, body: code, malformed: true }, code)
  }
})

test('stays linear on long texts', () => {
  const count = 100_000
  for (const piece of [
    `import 'a';`,
    `import 'a'\n`,
    'import 0;',
    ' ',
    '\n',
    '/* */',
    '//\n',
    '\\',
    'a',
    '`${',
    '/[',
    `'`,
    '{a,',
  ]) {
    const text = piece.repeat(count)
    const started = performance.now()
    for (const code of [text, `import 'a'; ${text}`, `import ${text}`, `import '${text}`]) {
      const { head, body } = splitImports(code)
      assert.equal(head.length + body.length, code.length)
    }
    const elapsed = performance.now() - started
    assert.ok(elapsed < 5000, `${JSON.stringify(piece)} took ${elapsed} ms`)
  }
})
