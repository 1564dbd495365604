import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { normalizeCode } from '../../../src/codemode/normalize/normalize-code.ts'

const space = fc.constantFrom('', ' ', '\n', '\t', '\r\n', '\n// note\n', ' /* a\nb */ ', '\u2028')
const expression = fc.constantFrom(
  '1',
  '`a${`b`}`',
  '`\n~~~js\nx\n~~~\n`',
  '/[`"]/u',
  'await codemode.list({ "a": [1, , 2] })',
  '(() => { return 1 })()',
  'async function* () { yield* [1] }',
  'class { static #a = 1; static { this.#a++ } }',
  'a?.b ?? (c || d)',
  'import("./m.js")',
  '-x ** 2 ? y : z',
  '(-x) ** 2',
  '"\\u2028 `` ` ```js"',
)
const statement = fc.oneof(
  expression.map((value) => `const x = ${value};`),
  expression.map((value) => `return ${value}`),
  expression.map((value) => `for (const k of [${value}]) { console.log(k) }`),
  fc.constantFrom(
    'label: for (;;) { break label }',
    'if (a) b; else c',
    'try { d() } catch { e() } finally { f() }',
    'function g(h = 1, ...i) { "use strict" }',
    'let { j, ...k } = l',
    ';',
    '{ }',
  ),
)
const parameters = fc.constantFrom(
  '()',
  '(input)',
  'input',
  '({ a = 1, ...b }, [c] = [])',
  '(...args)',
)
const body = fc.oneof(
  expression.map((value) => `(${value})`),
  fc
    .array(fc.tuple(statement, space), { maxLength: 5 })
    // Indented, as everybody writes: the dialect does not indent what it wraps.
    .map((parts) => `{${parts.map(([text, gap]) => `\n  ${text}${gap}`).join('')}\n}`),
)

const arrow = fc
  .tuple(space, fc.constantFrom('', 'async '), parameters, body, space)
  .map(([before, prefix, list, inner, after]) => `${before}${prefix}${list} => ${inner}${after}`)

const fragment = fc.oneof(
  arrow,
  statement,
  expression,
  space,
  fc.constantFrom(
    '```js\n',
    '\n```\n',
    '~~~',
    '```',
    'export default ',
    'export ',
    'import { a } from "a"\n',
    'const n: number = 1\n',
    'enum A { B }',
    'Here is the code: ',
    "It's ",
    'async () => {\n',
    '\n}',
    '(',
    '}',
    '#!',
    '<b>',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const answer = fc.array(fragment, { maxLength: 7 }).map((parts) => parts.join(''))

/** The code of an answer that could be read. */
async function normalize(text: string): Promise<string | undefined> {
  const normalized = await normalizeCode(text, { typescript: true })

  return 'refusal' in normalized || !normalized.isParsed ? undefined : normalized.code
}

/** Programs that no engine reads, such as an `await` in a function that is not async, are not plain. */
function isPlain(code: string): boolean {
  try {
    // The whole module is in a function of its own, where nothing of it runs.
    void new Function(`"use strict"; return async () => { (\n${code}\n) }`)

    return true
  } catch {
    return false
  }
}

test('every plain arrow function comes out byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(arrow, async (code) => {
      fc.pre(isPlain(code))
      equal(await normalize(code), code)
    }),
    { numRuns: 2_000 },
  )
})

test('what could be read comes out again the same', async () => {
  await fc.assert(
    fc.asyncProperty(answer, async (text) => {
      const code = await normalize(text)
      if (code !== undefined) equal(await normalize(code), code)
    }),
    { numRuns: 2_000 },
  )
})
