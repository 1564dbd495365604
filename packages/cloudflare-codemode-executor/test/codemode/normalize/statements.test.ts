import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf, valueOf } from './answers.ts'

async function same(values: Record<string, unknown>): Promise<void> {
  for (const [answer, value] of Object.entries(values)) {
    // oxlint-disable-next-line no-await-in-loop -- a failure names its answer
    deepEqual([answer, await valueOf(answer)], [answer, value])
  }
}

test('a trailing expression is the value', async () => {
  equal(await codeOf('1 + 2'), 'async () => {\nreturn (1 + 2)\n}')
  await same({
    'const xs = [1, 2, 3]\nxs.map((x) => x * x)': [1, 4, 9],
    'const a = 1; ({ a })': { a: 1 },
    '7 // lucky': 7,
    'const x = 2; x /* two */;': 2,
    'await Promise.resolve(3)': 3,
    'let n = 0; for (const x of [1, 2]) n += x; n': 3,
    '(async () => { return "iife" })()': 'iife',
    '"use strict"; 4': 4,
  })
})

test('a top-level return and await mean what they say', async () => {
  await same({
    'return 42': 42,
    'const x = await Promise.resolve(1)\nif (x) return "early"\nreturn "late"': 'early',
  })
})

test('a trailing function is called, since no result can hold one', async () => {
  await same({
    'const double = (n) => n * 2\n\nasync () => double(21)': 42,
    'const run = async () => 5\nrun': 5,
    'const f = 1; return (async () => f)': 1,
    'function run() { return 6 }': 6,
    'function helper() { return 5 }\n\nasync function run() {\n  return helper() + 1\n}': 6,
    'const main = async () => 8': 8,
    'export async function run() { return 9 }': 9,
    '(function () { return 10 })': 10,
  })
})

test('a function that something refers to is not called a second time', async () => {
  await same({
    'let n = 0; main(); main(); n = 1; function main() { n += 10 }': undefined,
    'globalThis.calls = []; run(); calls\nfunction run() { calls.push(1) }': undefined,
    'const o = { run: 1 }; o.run; function run() { return o.run }': 1,
  })
})

test('the default export is the value, wherever it stands', async () => {
  await same({
    'export default function () { return 4 }': 4,
    'export default async function main() { return helper() }\nfunction helper() { return 5 }': 5,
    'export default async () => helper()\nfunction helper() { return 6 }': 6,
    'const a = 7\nexport default a': 7,
    'export { run as default }\nasync function run() { return 8 }': 8,
    'export default 9': 9,
  })
})

test('exports that nobody imports are plain declarations', async () => {
  await same({ 'export const a = 1\nconst b = 2\nexport { b }\na + b': 3 })
})

/** What stands where a statement was taken out: an empty one of its length. */
const empty = (length: number): string => `;${' '.repeat(length - 1)}`

test('a statement that ends only because an import follows still ends', async () => {
  equal(
    await codeOf(`let a = b\nimport { b } from 'b'\n(() => {})()\n1`),
    `import { b } from 'b'\nasync () => {\nlet a = b\n${empty(21)}\n(() => {})()\nreturn (1)\n}`,
  )
})

test('imports between statements go above the function', async () => {
  equal(
    await codeOf(`const a = 1\nimport { b } from 'b'\nexport * from 'c'\nb(a)`),
    `import { b } from 'b'\nimport 'c'\nasync () => {\nconst a = 1\n${empty(21)}\n${empty(17)}\nreturn (b(a))\n}`,
  )
})

test('code without a value has none', async () => {
  await same({
    'const x = 42': undefined,
    'if (true) { 1 }': undefined,
    'for (let i = 0; i < 1; i++) {}': undefined,
    'class A {}': undefined,
    'export default class A {}': undefined,
  })
})
