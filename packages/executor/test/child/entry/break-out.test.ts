import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import fc from 'fast-check'

import { createEntryIsolate } from './entry-isolate.ts'

const isolate = createEntryIsolate()
after(() => isolate.dispose())

const modules = { m: '' }
const NUM_RUNS = Number(process.env.RUNS ?? 2000)

test('refuses text that closes the call and opens another', async () => {
  for (const code of [
    'async () => 1)); mark(); ((async () => 2',
    'async () => 1)); export { mark as default }; ((async () => 2',
    'async () => 1]; mark(); [1 ? async () => 2',
    'async () => 1 : 0]; mark(); [1 ? 2',
    '1)); mark(); [1 ? 2',
    '1, 2',
    '...[1]',
    '1) => (2',
    '() => {})); mark(); (() => {',
    '}); mark(); (() => {',
  ]) {
    assert.equal((await isolate.runEntry(code)).compiled, false, code)
  }
})

test('refuses text that leaves open what would swallow the second copy', async () => {
  for (const open of ['`', '/*', '`/*', '"\\', "'\\", '/', '/[', '//\\', '`${', '`${`', '`\\']) {
    for (const rest of [
      `1)); mark(); ((1 ${open}`,
      `1)); mark(); (1 ? 1${open}`,
      `1)); mark(); [1 ? 1${open}`,
      `1)); mark(); ${open}`,
      `'*/'; 1)); mark(); (1 ? 1${open}`,
      `'*/ : 0];//' + 1)); mark(); ${open}`,
      `\`*/ //\` + 1)); mark(); (1 ? 1 ${open}`,
      `1)); (() => { (( ${open}`,
      `1)); mark(); [${open}`,
    ]) {
      assert.equal((await isolate.runEntry(rest)).compiled, false, rest)
    }
  }
})

test('refuses lifted code that swallows the opener', async () => {
  for (const [line, body] of [
    ['f(`', '`); mark(); ((async () => 1'],
    ['f(`', '`//`\n); mark(); ((1'],
    ['f(`', '`//`+(()=>{(\n1); mark(); ((1'],
    ['f((/*', '*/ async () => 1'],
    ['f((/*', 'async () => 1'],
    [`f(('\\`, 'async () => 1'],
    ['f((/', 'async () => 1'],
    ['f((/[', 'async () => 1'],
    ['f((', 'async () => 1'],
    ['{', 'async () => 1'],
    ['{ ((', '1 }'],
    ['class A {', 'async () => 1'],
    ['const f = () => {', 'async () => 1'],
    // The line's own tokens are misjudged here: V8 reads a comment where the lift reads a pattern.
    ['var g, x; mark((g ? {} : {} / 1, x = y => {}\n/1//2', 'async () => 1'],
    ['var of; mark((1, of /1//2', 'async () => 1'],
  ]) {
    const code = `import 'm'; ${line}\n${body}`
    const { compiled, events } = await isolate.runEntry(code, { modules })
    assert.deepEqual({ compiled, events }, { compiled: false, events: [] }, code)
  }
})

/** Texts that open and close what JavaScript reads in one piece, and steps out of the wrapper. */
const TOKENS = [
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '))',
    '((',
    '`${',
    '}`',
    '${',
    '))',
    '[1 ?',
    ': 0]',
    '1 ?',
    ': 0',
  ],
  ...[
    '`',
    "'",
    '"',
    '/',
    '/*',
    '*/',
    '//',
    '\\',
    '<!--',
    '-->',
    '\n',
    '\r',
    '\u2028',
    '`//`',
    "'/*'",
  ],
  ...[
    ',',
    ';',
    ':',
    '?',
    '=>',
    '=',
    '...',
    '.',
    '?.',
    '#',
    '+',
    '*',
    ' ',
    ';mark();',
    'await ',
    '1 ',
  ],
  ...[
    'async ',
    'class {',
    'export {}',
    '1)); mark(); ((1',
    '1)); mark(); (1 ? 1',
    '1]; mark(); [1',
  ],
]
const token = fc.constantFrom(...TOKENS)

const ATOMS = [
  '1',
  'a',
  'mark()',
  '""',
  '"/*"',
  `'\`'`,
  '"*/"',
  '``',
  '`/*`',
  '/`/',
  '/[/]"/',
  '/* ` */ 1',
]
const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const wrap = (opener: string, closer: string): fc.Arbitrary<string> =>
    tie('expression').map((text) => `${opener}${text}${closer}`)
  const join = (middle: string, end = ''): fc.Arbitrary<string> =>
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `${a}${middle}${b}${end}`)
  return {
    expression: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom(...ATOMS),
      fc.oneof(wrap('async () => ', ''), wrap('() => { return ', ' }'), wrap('a => (', ')')),
      fc.oneof(wrap('(', ')'), wrap('[', ']'), wrap('({ a: ', ' })'), wrap('`${', '}`')),
      fc.oneof(join(' / '), join(' // `\n + '), join(', '), join(' ? ', ' : 0'), join(' ? 1 :\n')),
    ),
  }
})

/** An expression into which at most three tokens were thrown, or from which a part was cut. */
const mutated = fc
  .tuple(expression, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 2 }), token), { maxLength: 3 }))
  .map(([text, edits]) => edits.reduce(throwIn, text))

function throwIn(text: string, [place, cut, inserted]: [number, number, string]): string {
  const at = place % (text.length + 1)
  return `${text.slice(0, at)}${inserted}${text.slice(at + cut)}`
}

const body = fc.oneof(
  { weight: 4, arbitrary: mutated },
  { weight: 1, arbitrary: fc.array(token, { maxLength: 8 }).map((list) => list.join('')) },
)
const line = fc
  .tuple(fc.constantFrom('const b = ', 'mark(', 'mark((', '', '{ '), mutated)
  .map((parts) => parts.join(''))

/** Places that take one AssignmentExpression and nothing else, each closed by another bracket. */
const CONTEXTS: ReadonlyArray<[opener: string, closer: string]> = [
  ['({ a:', '})'],
  ['`${(0,', ')}`'],
  ['[0,', ', 0]'],
  ['a = b ?', ': 0'],
  ['(c =', ') => 0'],
]

/** V8's own word on whether a text is one expression, apart from how the entry is composed. */
async function isExpression(text: string): Promise<boolean> {
  const sources = CONTEXTS.map(([opener, closer]) => `() => {${opener}\n${text}\n${closer}}`)
  const verdicts = await Promise.all(sources.map((source) => isolate.compiles(source)))
  return verdicts.every(Boolean)
}

function assertOneCall(events: Array<string>, evaluated: boolean, code: string): void {
  const sequence = events.join(' ')
  const expected = evaluated ? /^(?:mark )*run1$/ : /^(?:mark ?)*$/
  assert.match(sequence, expected, JSON.stringify(code))
}

test('compiles exactly the bodies that are one expression, and calls run once', async () => {
  let expressions = 0
  const property = fc.asyncProperty(body, async (code) => {
    const { compiled, events, error } = await isolate.runEntry(code)
    assert.equal(compiled, await isExpression(code), JSON.stringify({ code, error }))
    if (!compiled) return
    expressions += 1
    assertOneCall(events, error === undefined, code)
  })
  await fc.assert(property, { numRuns: NUM_RUNS })
  if (process.env.RUNS) console.log(expressions)
  assert.ok(expressions > NUM_RUNS / 5, `only ${expressions} of the texts were expressions`)
})

test('calls run once behind lifted code, whatever stands on its line', async () => {
  let compiledCount = 0
  const property = fc.asyncProperty(line, body, async (lifted, rest) => {
    const code = `import 'm'; ${lifted}\n${rest}`
    const { compiled, events, error } = await isolate.runEntry(code, { modules })
    if (!compiled) return
    compiledCount += 1
    assertOneCall(events, error === undefined, code)
  })
  await fc.assert(property, { numRuns: NUM_RUNS })
  if (process.env.RUNS) console.log(compiledCount)
  assert.ok(compiledCount > NUM_RUNS / 20, `only ${compiledCount} of the texts compiled`)
})
