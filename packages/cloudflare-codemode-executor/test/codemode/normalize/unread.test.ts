import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import {
  normalizeCode,
  type NormalizedCode,
} from '../../../src/codemode/normalize/normalize-code.ts'
import { PARSE_LIMIT } from '../../../src/codemode/normalize/parse-script.ts'

const normalize = (answer: string): Promise<NormalizedCode> =>
  normalizeCode(answer, { typescript: true })

test('a broken arrow function is handed over as it is, for V8 to judge', async () => {
  deepEqual(await normalize('async () => { const = 1 };'), {
    code: 'async () => { const = 1 } ',
    lineShift: 0,
    isParsed: false,
  })
})

test('broken statements are handed over in a function, below their imports', async () => {
  deepEqual(await normalize('import a from "a"\nconst = 1'), {
    code: 'import a from "a"\nasync () => {\n\nconst = 1\n}',
    lineShift: 2,
    isParsed: false,
  })
})

test('lines are those of the block that the model wrote', async () => {
  deepEqual(await normalize('Here:\n\n```js\nconst = 1\n```'), {
    code: 'async () => {\nconst = 1\n}',
    lineShift: -2,
    isParsed: false,
  })
})

test('code past the bound goes to the executor unread', async () => {
  const code = `async () => '${'x'.repeat(PARSE_LIMIT)}'`
  deepEqual(await normalize(code), { code, lineShift: 0, isParsed: false })
})

test('text that no parser could end is given up soon', async () => {
  const start = performance.now()
  const answers = [
    'async ('.repeat(25),
    'async <T>('.repeat(500),
    `${'let a'.repeat(1)}; ${Array.from({ length: 60_000 }, (_, at) => `let a${at} = 1;`).join('')}`,
    '('.repeat(200_000),
    `a${'.a'.repeat(300_000)}`,
    `const x: number = ${'['.repeat(100_000)}`,
    'x as A '.repeat(20_000),
    '`${'.repeat(50_000),
    '<a>'.repeat(20_000),
  ]
  for (const answer of answers) {
    // oxlint-disable-next-line no-await-in-loop
    await normalize(answer)
  }
  // Each took minutes, or the process, before it was bounded; together they take a second or two.
  equal(performance.now() - start < 60_000, true)
})
