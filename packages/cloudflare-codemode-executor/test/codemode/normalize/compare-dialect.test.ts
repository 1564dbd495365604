// The same answers through the dialect's own normalizeCode: what works there gives the same value here.

import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { sanitizeToolName } from '../../../src/codemode/sanitize-tool-name.ts'
import { dialect } from '../dialect/load-dialect.ts'
import { codeOf, valueOf } from './answers.ts'

const answers = [
  '',
  '   \n\t  ',
  'async () => { return 1; }',
  '() => { return 1; }',
  '() => 42',
  '1 + 2',
  'const x = 10;\nx * 2',
  'await Promise.resolve("awaited")',
  'const x = 42',
  'for (let i = 0; i < 10; i++) {}',
  'if (true) { Object.keys({}); }',
  'const a = 1;\nconst b = 2;',
  '  () => 42  ',
  '```js\nasync () => { return 1; }\n```',
  '```javascript\nconst x = 1;\nx + 2\n```',
  '```typescript\n() => 42\n```',
  '```\nasync () => { return 1; }\n```',
  '```js\nasync () => { return 1; }\n```  ',
  'export default async () => { return 1; }',
  'export default () => { return 1; }',
  'export default 42',
  'export default function() { return 42; }',
  'async function doStuff() { return 42; }',
  'function compute() { return 1 + 2; }',
  'function helper() { return 1; }\nhelper()',
  '(async () => { return 42; })()',
  'return 42',
  '```js\nexport default async () => { return 1; }\n```',
  '```js\nasync function run() { return 7 }\n```',
  'const f = async () => ({ nested: [1] })\nf()',
  'let total = 0;\n[1, 2].forEach((n) => { total += n });\ntotal',
  'throw new Error("thrown")',
]

async function outcomeOf(code: string): Promise<unknown> {
  try {
    return { value: await valueOf(code) }
  } catch (error) {
    return { error: String(error) }
  }
}

async function dialectOutcome(answer: string): Promise<unknown> {
  // The dialect's own output goes through the evaluation of these tests, not through our rules.
  const module = `export default (${dialect.normalizeCode(answer)}\n)`
  const { default: program } = (await import(
    `data:text/javascript,${encodeURIComponent(module)}`
  )) as { default: () => unknown }
  try {
    return { value: await program() }
  } catch (error) {
    return { error: String(error) }
  }
}

test('what the dialect understands has the same value here', async () => {
  for (const answer of answers) {
    // oxlint-disable-next-line no-await-in-loop -- a failure names its answer
    deepEqual([answer, await outcomeOf(answer)], [answer, await dialectOutcome(answer)])
  }
})

test('an arrow function that the dialect made is left alone', async () => {
  for (const answer of answers) {
    const made = dialect.normalizeCode(answer)
    // oxlint-disable-next-line no-await-in-loop
    equal(await codeOf(made), made)
  }
})

test('names of tools are sanitised as the dialect does', () => {
  const names =
    'get-weather|a.b c|1st|class|double|async|$x_1||é|日本|-| |undefined|constructor|__proto__|x\u00a0y|a\tb|NaN|eval|then|9-9'
  for (const name of names.split('|'))
    equal(sanitizeToolName(name), dialect.sanitizeToolName(name), name)
})
