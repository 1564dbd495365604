import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'

import * as fc from 'fast-check'

import { createEntryIsolate } from './entry-isolate.ts'
import { randomBody, randomLine } from './random-programs.ts'

const isolate = createEntryIsolate()
after(() => isolate.dispose())

const modules = { m: '' }
const NUM_RUNS = 1500

function testRefused(code: string): void {
  test(JSON.stringify(code), async () => {
    const { compiled, events } = await isolate.runEntry(code, { modules })
    assert.deepEqual({ compiled, events }, { compiled: false, events: [] })
  })
}

describe('refuses text that closes the call and opens another', () => {
  testRefused('async () => 1)); mark(); ((async () => 2')
  testRefused('async () => 1)); export { mark as default }; ((async () => 2')
  testRefused('async () => 1); export { mark as default }; (async () => 2')
  testRefused('async () => 1]; mark(); [1 ? async () => 2')
  testRefused('async () => 1 : 0]; mark(); [1 ? 2')
  testRefused('1)); mark(); [1 ? 2')
  testRefused('1, 2')
  testRefused('...[1]')
  testRefused('1) => (2')
  testRefused('() => {})); mark(); (() => {')
  testRefused('}); mark(); (() => {')
})

describe('refuses text that leaves open what would swallow the second copy', () => {
  // The comment that the first copy opens ends in the string of the second.
  testRefused('"*/ 1)); mark(); [1 ? 1 //", 1 + /*')
  for (const open of ['`', '/*', '`/*', '"\\', "'\\", '/', '/[', '//\\', '`${', '`${`', '`\\']) {
    testRefused(`1)); mark(); ((1 ${open}`)
    testRefused(`1)); mark(); (1 ? 1${open}`)
    testRefused(`1)); mark(); [1 ? 1${open}`)
    testRefused(`1)); mark(); ${open}`)
    testRefused(`'*/'; 1)); mark(); (1 ? 1${open}`)
    testRefused(`\`*/ //\` + 1)); mark(); (1 ? 1 ${open}`)
    testRefused(`1)); (() => { (( ${open}`)
  }
})

describe('refuses lifted code that swallows the opener or stays open around it', () => {
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
    // The lift reads a regular expression here, where V8 reads a division and a comment.
    ['var of = 1; mark((of /1//2', '+ 1'],
  ]) {
    testRefused(`import 'm'; ${line}\n${body}`)
  }
})

/** Places that take one AssignmentExpression and nothing else, each closed by another bracket. */
const PLACES: ReadonlyArray<[opener: string, closer: string]> = [
  ['({ a:', '})'],
  ['`${(0,', ')}`'],
  ['[0,', ', 0]'],
  ['a = b ?', ': 0'],
  ['(c =', ') => 0'],
]

/** V8's own word on whether a text is one expression, apart from how the entry is composed. */
async function isExpression(text: string): Promise<boolean> {
  const sources = PLACES.map(([opener, closer]) => `() => {${opener}\n${text}\n${closer}}`)
  const verdicts = await Promise.all(sources.map((source) => isolate.compiles(source)))
  return verdicts.every(Boolean)
}

/** Nothing of the program runs behind the call of run: it has all been the argument, or lifted. */
function assertOneCall(events: Array<string>, evaluated: boolean, code: string): void {
  const expected = evaluated ? /^(?:mark )*run1$/ : /^(?:mark ?)*$/
  assert.match(events.join(' '), expected, JSON.stringify(code))
}

test('compiles exactly the bodies that are one expression, and calls run once', async () => {
  let expressions = 0
  const property = fc.asyncProperty(randomBody, async (code) => {
    const { compiled, events, error } = await isolate.runEntry(code)
    assert.equal(compiled, await isExpression(code), JSON.stringify({ code, error }))
    if (!compiled) return
    expressions += 1
    assertOneCall(events, error === undefined, code)
  })
  await fc.assert(property, { numRuns: NUM_RUNS })
  assert.ok(expressions > NUM_RUNS / 10, `only ${expressions} of the texts were expressions`)
})

test('calls run once behind lifted code, whatever stands on its line', async () => {
  let compiledCount = 0
  const property = fc.asyncProperty(randomLine, randomBody, async (line, body) => {
    const code = `import 'm'; ${line}\n${body}`
    const { compiled, events, error } = await isolate.runEntry(code, { modules })
    if (!compiled) return
    compiledCount += 1
    assertOneCall(events, error === undefined, code)
  })
  await fc.assert(property, { numRuns: NUM_RUNS })
  assert.ok(compiledCount > NUM_RUNS / 20, `only ${compiledCount} of the texts compiled`)
})
