// What the dialect makes of an answer before an executor sees it. Each wrapper here is its own.

import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { dialect } from '../dialect/load-dialect.ts'
import { codeOf, valueOf } from './answers.ts'

const wrapped = (answer: string): Promise<string> => codeOf(dialect.normalizeCode(answer))

test('a typed arrow function comes out of the wrapper', async () => {
  equal(
    await wrapped('async (n?: number): Promise<number> => 7'),
    'async (n         )                  => 7',
  )
})

test('typed statements come out of the wrapper with their value', async () => {
  equal(await valueOf(dialect.normalizeCode('const n: number = 3\nn + 1')), 4)
  equal(
    await valueOf(dialect.normalizeCode('async function run(): Promise<number> { return 5 }')),
    5,
  )
})

test('wrappers around wrappers come off', async () => {
  const twice = dialect.normalizeCode(dialect.normalizeCode('async (): Promise<number> => 7'))
  equal(await valueOf(twice), 7)
})

test('a typed arrow function that the dialect put into code of its own is called', async () => {
  const inner = dialect.normalizeCode('async (n: number): Promise<number> => 7')
  equal(await valueOf(`async () => {\nconst snippet = (${inner});\nreturn await snippet(1);\n}`), 7)
})

test('fences that the dialect does not know come out of the wrapper', async () => {
  for (const answer of [
    '```JavaScript\r\nasync () => 8\r\n```',
    '```js title="a"\nasync () => 8\n```',
    '~~~js\nasync () => 8\n~~~',
    'Here:\n```js\nasync () => 8\n```\nDone.',
    '```TypeScript\nasync (): Promise<number> => 8\n```',
    '```js\nasync () => 8',
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- a failure names its answer
    deepEqual([answer, await valueOf(dialect.normalizeCode(answer))], [answer, 8])
  }
})

test('a trailing function that the dialect returns or only declares is called', async () => {
  const answers = {
    'const double = (n) => n * 2\n\nasync () => double(21)': 42,
    'function helper() { return 5 }\n\nasync function run() { return helper() + 1 }': 6,
  }
  for (const [answer, value] of Object.entries(answers)) {
    // oxlint-disable-next-line no-await-in-loop -- a failure names its answer
    deepEqual([answer, await valueOf(dialect.normalizeCode(answer))], [answer, value])
  }
})

test('static imports come out of the wrapper', async () => {
  equal(
    await wrapped(`import { a } from 'a.js'\nasync () => a()`),
    `import { a } from 'a.js'\nasync () => {\n${' '.repeat(24)}\nreturn ((async () => a()))()\n}`,
  )
})
