import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf, refusalOf } from './answers.ts'

const ARROW = 'async () => 1'

test('a fence may have any mark, length, case, language and line end', async () => {
  for (const answer of [
    `\`\`\`\n${ARROW}\n\`\`\``,
    `\`\`\`JavaScript\n${ARROW}\n\`\`\``,
    `\`\`\` js title="run.js" {1,3}\n${ARROW}\n\`\`\`\n`,
    `\`\`\`{.js}\n${ARROW}\n\`\`\``,
    `\`\`\`\`js\n${ARROW}\n\`\`\`\``,
    `~~~js\n${ARROW}\n~~~`,
    `   \`\`\`ts\n${ARROW}\n   \`\`\`  `,
    `1. \`\`\`js\n${ARROW}\n   \`\`\``,
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    equal(await codeOf(answer), ARROW, answer)
  }
  equal((await codeOf(`\`\`\`JS\r\n${ARROW}\r\n\`\`\`\r\n`)).trim(), ARROW)
})

test('a closing fence may be missing, or stand on the last line', async () => {
  equal(await codeOf(`\`\`\`js\n${ARROW}`), ARROW)
  equal(await codeOf(`\`\`\`js\n${ARROW}\`\`\``), ARROW)
  equal((await codeOf(`\`\`\`js ${ARROW} \`\`\``)).trim(), ARROW)
  equal((await codeOf(`\`\`\`${ARROW}\`\`\``)).trim(), ARROW)
})

test('prose around a block is left out', async () => {
  const prose = `It's the program you asked for:\n\n\`\`\`js\n${ARROW}\n\`\`\`\n\nIt returns one.`
  equal(await codeOf(prose), ARROW)
  // By the grammar these two are JavaScript: a label, or a tag, and templates.
  equal(await codeOf(`Here:\n\`\`\`js\n${ARROW}\n\`\`\``), ARROW)
  equal(await codeOf(`Sure\n\`\`\`js\n${ARROW}\n\`\`\``), ARROW)
})

test('of several blocks the one that is marked as code is the program', async () => {
  equal(
    await codeOf(`\`\`\`json\n{}\n\`\`\`\nthen\n\`\`\`js\n${ARROW}\n\`\`\`\n\`\`\`sh\nls\n\`\`\``),
    ARROW,
  )
  equal(await codeOf(`\`\`\`sh\nls\n\`\`\`\nthen\n\`\`\`\n${ARROW}\n\`\`\``), ARROW)
})

test('several programs are refused in words', async () => {
  match(
    await refusalOf(`\`\`\`js\n1\n\`\`\`\nor\n\`\`\`js\n2\n\`\`\``),
    /^The answer holds 2 fenced blocks of code, .* Put everything into one block\.$/,
  )
})

test('a longer fence holds a shorter one', async () => {
  const inner = 'async () => `\n~~~\n\\`\\`\\`\n`'
  equal(await codeOf(`~~~~js\n${inner}\n~~~~`), inner)
})

test('fences inside of code are text of the code', async () => {
  const inTemplate = 'const md: string = `\n~~~js\nrun()\n~~~\n`\nmd'
  match(await codeOf(inTemplate), /const md {8} = `\n~~~js\nrun\(\)/)
  const inComment = '/**\n * ```js\n * run()\n * ```\n */\nasync (): Promise<number> => 1'
  match(await codeOf(inComment), /async \(\) {17} => 1$/)
})

test('many fences take no longer than they are long', async () => {
  const start = performance.now()
  await refusalOf('x\n'.repeat(50_000) + '```js\n```\n'.repeat(50_000))
  equal(performance.now() - start < 10_000, true)
})

test('a division before a template does not hide what is text', async () => {
  const code =
    'const f = (a) => { if (a) /1/.test(a) }\nconst md = `\n~~~js\nrun()\n~~~\n`\nmd.length'
  match(await codeOf(code), /~~~js\nrun\(\)\n~~~\n`\nreturn \(md\.length\)/)
})
