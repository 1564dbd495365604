import { equal, match } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { stripTypes } from '../src/strip-types.ts'

test('plain JavaScript comes back byte for byte', () => {
  const programs = [
    '',
    'return 1',
    'const a = /[/]/g.test(`${b}`)\r\n\tfor await (const x of y) { label: for (;;) break label }',
    'class A { #x = 1; static { this.y = 2 } get z() { return this.#x } }\nreturn new A().z ?? (1, 2)',
    'return a ? (b) : (c), async (x) => { await x }, function* () { yield 1 }',
    '// comment with <T> and : number\n/* enum A {} */ return "interface X {}"',
    'const {a = 1, ...rest} = await f(); return [...rest, `multi\nline ${a}`]',
    'if (a) {\n',
    readFileSync(new URL('../dist/strip-types.js', import.meta.url), 'utf8'),
  ]
  for (const program of programs) equal(stripTypes(program).code, program)
})

test('types go and every other token keeps its line and column', () => {
  const program = `interface Row { id: number }
type Pick2<T> = T | null
const cfg = { level: 10 } satisfies { level: number }
function pick<T>(xs: readonly T[], i: number): T { return xs[i]! }
declare const later: string
class Box<T> { private readonly value: T; constructor(value: T) { this.value = value } }
const xs = [cfg.level, 0] as const
return pick<number>(xs, 0)`
  const { code = '' } = stripTypes(program)
  const lines = program.split('\n')
  for (const [index, line] of code.split('\n').entries()) {
    equal(line.length, lines[index]?.length)
    for (const found of line.matchAll(/[\w$]+/g)) {
      equal(lines[index]?.slice(found.index, found.index + found[0].length), found[0])
    }
  }
  match(code, /^const cfg = \{ level: 10 \};? *$/m)
  match(code, /return pick {8}\(xs, 0\)$/)
})

test('syntax that is more than types is refused by name, with its place and what to write instead', () => {
  const refusals: Array<[program: string, expected: RegExp]> = [
    ['const a = 1\n  enum Level { Low }', /: an enum at \[program\.ts:2:3\]\..*plain object/],
    ['const enum Level { Low }', /: an enum at \[program\.ts:1:1\]/],
    ['namespace A { export const b = 1 }', /: a namespace at \[program\.ts:1:1\]/],
    ['/* first */ module A { export const b = 1 }', /: a namespace at \[program\.ts:1:13\]/],
    [
      'class A { constructor(private b: number) {} }',
      /: a parameter property at \[program\.ts:1:23\]/,
    ],
    ['return <number>value', /: a type assertion in angle brackets at \[program\.ts:1:8\]/],
    ['return 2 * 3 as number ** 2', /: a type assertion whose removal would change the expression/],
  ]
  for (const [program, expected] of refusals) match(stripTypes(program).refusal ?? '', expected)
})

test('what the engine refuses is left to the engine', () => {
  for (const program of ['return (', 'import a = b', '}', 'export = 1', '@#!']) {
    equal(typeof (stripTypes(program).code ?? stripTypes(program).refusal), 'string')
  }
})

test('a program that nests too deep for the parser is refused in words', () => {
  match(stripTypes(`return ${'('.repeat(200_000)}`).refusal ?? '', /takes too much to be read/)
})

test('a short program that the parser would try for hours is refused in words', () => {
  for (const levels of [40, 400]) {
    const program = `return ${'async ('.repeat(levels)}1${')'.repeat(levels)}`
    match(stripTypes(program).refusal ?? '', /takes too much to be read/)
  }
  match(stripTypes(`return ${'a<'.repeat(1_000)}1`).refusal ?? '', /takes too much to be read/)
})

test('a long program is read, whether it has types or not', () => {
  const text = `return '${'x'.repeat(3_000_000)}'`
  equal(stripTypes(text).code, text)
  const rows = 'rows.push({ id: 1, name: "one" } as const);\n'.repeat(10_000)
  equal(stripTypes(rows).code?.length, rows.length)
})
