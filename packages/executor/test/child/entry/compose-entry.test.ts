import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'

import { createEntryIsolate } from './entry-isolate.ts'

const isolate = createEntryIsolate()
after(() => isolate.dispose())

const modules = { m: 'export const a = 1; export default 2' }

async function assertValue(code: string, expected: unknown): Promise<void> {
  const { compiled, error, events, value } = await isolate.runEntry(code, { modules })
  const wanted = { compiled: true, error: undefined, events: ['run1'], value: expected }
  assert.deepEqual({ compiled, error, events, value }, wanted, code)
}

async function assertRefused(code: string, expected: string): Promise<void> {
  const outcome = await isolate.runEntry(code, { modules })
  assert.deepEqual(outcome, { compiled: false, error: expected, events: [] }, code)
}

test('hands the value of the body to run, once and alone', async () => {
  await assertValue('async () => 1', 1)
  await assertValue('async () => 1 // c', 1)
  await assertValue('\n\n  /* c */ async () => 1 /* d */\n', 1)
  await assertValue('\ufeffasync () => 1', 1)
  await assertValue('async () => { return 1 }\u2028//', 1)
  await assertValue('async () => {\r return 1\r}', 1)
  await assertValue('async () => "\u2029</script><script>\\"))"', '\u2029</script><script>"))')
  await assertValue('async () => `${(() => "`))")()}`', '`))')
  await assertValue('/*\nimport fs from "node:fs"\n*/\nasync () => 1', 1)
  await assertValue(`async () => { const ${'a'.repeat(100_000)} = 1; return 1 }`, 1)
  await assertValue('async () => { await 1; for await (const a of [1]) return a }', 1)
  await assertValue(
    'async () => { try { return arguments } catch (e) { return e.name } }',
    'ReferenceError',
  )
})

describe('takes any one expression, since what it is shows at run time', () => {
  for (const code of [
    '(async () => 1)()',
    '({ then: 1 })',
    'class { static a = 1 }',
    'function () { return 1 }',
    'async function* () { yield 1 }',
    '"text"',
  ]) {
    test(code, async () => {
      const { compiled, events } = await isolate.runEntry(code)
      assert.deepEqual({ compiled, events }, { compiled: true, events: ['run1'] })
    })
  }
})

test('lifts the imports and what stands on their lines', async () => {
  await assertValue(`import { a } from 'm'\nasync () => a`, 1)
  await assertValue(`import b, {\n  a, // c\n} from 'm' // d\n\nasync () => [a, b]`, [1, 2])
  await assertValue(`import { a } from 'm'; const size = 3\nasync () => a + size`, 4)
  await assertValue(`import { a } from 'm'; const size = 3 // c\nasync () => a + size`, 4)
  await assertValue(`import { a } from 'm'; const size = 3 /* c\n d */\nasync () => a + size`, 4)
  await assertValue(
    `import b from 'm'\nimport { a } from 'm'; /* c */ const s = '//'\nasync () => s`,
    '//',
  )
  await assertValue(`import 'm' /* c\n d */ async () => 1`, 1)
  await assertValue(`import x from 'm'\r\nimport 'm'\rasync () => x`, 2)
})

test('reports an empty body past the last line of the code', async () => {
  await assertRefused('', `Unexpected token ')' [executor.js:2:1]`)
  await assertRefused('  \n\t ', `Unexpected token ')' [executor.js:3:1]`)
  await assertRefused('// only a comment', `Unexpected token ')' [executor.js:2:1]`)
  await assertRefused(`import 'm'`, `Unexpected token ')' [executor.js:2:1]`)
  await assertRefused(
    `import { a } from 'm'; async () => a`,
    `Unexpected token ')' [executor.js:2:1]`,
  )
})

describe('reports syntax errors at their place in the code', () => {
  for (const [code, message, place] of [
    ['async () => { return ] }', `Unexpected token ']'`, '1:22'],
    ['async () => {\n  const a = 1\n  a b\n}', `Unexpected identifier 'b'`, '3:5'],
    ['async () => 1;', `Unexpected token ';'`, '1:14'],
    ['async () => {\r\r\n\u2028 ]', `Unexpected token ']'`, '4:2'],
    ['await 1; async () => 1', `Unexpected token ';'`, '1:8'],
    ['"use strict"; async () => 1', `Unexpected token ';'`, '1:13'],
    ['return 1', `Unexpected token 'return'`, '1:1'],
    ['a: async () => 1', `Unexpected token ':'`, '1:2'],
    ['`\nimport x from "m"\n`; async () => 1', `Unexpected token ';'`, '3:2'],
    ['#!/usr/bin/env node\nasync () => 1', 'Invalid or unexpected token', '1:1'],
    ['async () => 1\0', 'Invalid or unexpected token', '1:14'],
    ['async () => 1 <!-- x', 'HTML comments are not allowed in modules', '1:18'],
    ['-->\nasync () => 1', 'HTML comments are not allowed in modules', '1:3'],
    ['async * () => 1', 'Malformed arrow function parameter list', '1:7'],
    ['async () => #x in {}', `Private field '#x' must be declared in an enclosing class`, '1:10'],
    ['async () => new.target', 'new.target expression is not allowed here', '1:17'],
    ['async () => super.x', `'super' keyword unexpected here`, '1:13'],
    ['async () => 010', 'Octal literals are not allowed in strict mode.', '1:13'],
    [
      'async () => { with ({}) return 1 }',
      'Strict mode code may not include a with statement',
      '1:15',
    ],
    [`import 'm'\n\nasync () => ]`, `Unexpected token ']'`, '3:13'],
    [`import 'm'; const a = ] // c\nasync () => 1`, `Unexpected token ']'`, '1:23'],
    [
      `import { a as __dispatch } from 'm'\n() => 1`,
      `Identifier '__dispatch' has already been declared`,
      '1:15',
    ],
    [
      `import 'm'; const __parseForDispatch = 1\n() => 1`,
      `Identifier '__parseForDispatch' has already been declared`,
      '1:19',
    ],
    [`import 'm'; async () => 1 // c\nasync () => 1 2`, 'Unexpected number', '2:15'],
  ] as const) {
    test(code, () => assertRefused(code, `${message} [executor.js:${place}]`))
  }
})

describe('gives an error in the second copy its place in the first', () => {
  for (const [code, message, place] of [
    ['async () => 1, 2', `Unexpected token ','`, '1:14'],
    ['async () => 1\n\n , 2\n', `Unexpected token ','`, '3:2'],
    ['async () => 1\r\r\n\u2028 , 2\r', `Unexpected token ','`, '4:2'],
    [`import 'm'; const a = 1 // c\n\nasync () => 1\n , 2`, `Unexpected token ','`, '4:2'],
    ['\n await 1', 'Unexpected reserved word', '2:2'],
    ['async () => 1)); ((async () => 2', `Unexpected token ')'`, '1:14'],
  ] as const) {
    test(code, () => assertRefused(code, `${message} [executor.js:${place}]`))
  }
})

test('reports what the code leaves open past its last line', async () => {
  const invalid = 'Invalid or unexpected token [executor.js:2:1]'
  await assertRefused('async () => 1 /*', invalid)
  await assertRefused('async () => `', invalid)
  await assertRefused('async () => {', `Unexpected token ')' [executor.js:2:1]`)
  await assertRefused('async () => (1', 'missing ) after argument list [executor.js:2:1]')
  await assertRefused('async () => "', 'Invalid or unexpected token [executor.js:1:13]')
  await assertRefused('async () => "a\\', 'Invalid or unexpected token [executor.js:1:13]')
})

describe('lets V8 say what is wrong with an import, where it stands', () => {
  for (const [code, message, place] of [
    [`import { a from 'm'\nasync () => a`, `Unexpected identifier 'from'`, '1:12'],
    [`import type { A } from 'm'\nasync () => 1`, `Unexpected token '{'`, '1:13'],
    [`import 'm'; import x of 'm'\nasync () => 1`, `Unexpected token 'of'`, '1:22'],
    [`// c\nimport a from m\nasync () => 1`, `Unexpected identifier 'm'`, '2:15'],
    [`import 'm' assert { type: 'json' }\nasync () => 1`, `Unexpected identifier 'assert'`, '1:12'],
    [`import 'm' async () => 1`, `Unexpected token 'async'`, '1:12'],
  ] as const) {
    test(code, () => assertRefused(code, `${message} [executor.js:${place}]`))
  }
})

test('keeps the lines and columns that a stack shows', async () => {
  const stack = `new Error().stack.split('\\n')[1].trim()`
  await assertValue(`async () => ${stack}`, 'at executor.js:1:13')
  await assertValue(`async () => {\n  const a = 1\n  return ${stack}\n}`, 'at executor.js:3:10')
  await assertValue(`import { a } from 'm'; const s = ${stack} // c\n  async () => [s, ${stack}]`, [
    'at executor.js:1:34',
    'at executor.js:2:19',
  ])
  await assertValue(`async () => [import('m') && 1, ${stack}]`, [1, 'at executor.js:1:32'])
})

test('is not misled by a program that names its own source', async () => {
  const stack = `new Error().stack.split('\\n')[1].trim()`
  await assertValue(`async () => ${stack}\n//# sourceURL=other.js`, 'at executor.js:1:13')
  await assertRefused('//# sourceURL=other.js\n ]', `Unexpected token ']' [executor.js:2:2]`)
  await assertRefused('] //# sourceURL=other.js', `Unexpected token ']' [executor.js:1:1]`)
})

test('counts the lines of providers and preludes in front of the code', async () => {
  const providers = [
    { name: 'store', tools: ['a'], prelude: '// one\nconst two = 2\n// open comment' },
    { name: 'other', tools: [], proxySource: '{\r\n// c\u2028\n value: 3 }' },
  ]
  const code = `async () => [two, other.value, new Error().stack.split('\\n')[1].trim()]`
  const { value } = await isolate.runEntry(code, { providers })
  assert.deepEqual(value, [2, 3, 'at executor.js:1:32'])
  const refused = await isolate.runEntry('\n ]', { providers })
  assert.equal(refused.error, `Unexpected token ']' [executor.js:2:2]`)
  const broken = [{ name: 'store', tools: [], prelude: 'const = 1' }]
  const { error } = await isolate.runEntry('() => 1', { providers: broken })
  assert.equal(error, `Unexpected token '=' [executor.js:-2:7]`)
})
