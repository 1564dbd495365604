import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeCode } from '../../../src/codemode/normalize/normalize-code.ts'
import { codeOf, refusalOf, valueOf } from './answers.ts'

test('types go, and every position stays', async () => {
  equal(
    await codeOf('async (x: number): Promise<Array<string>> => {\n  const y = x as unknown\n}'),
    'async (x        )                         => {\n  const y = x;          \n}',
  )
})

test('what is TypeScript alone is left out', async () => {
  const values: Record<string, unknown> = {
    'interface A { a: number }\ntype B = A\nconst a: B = { a: 1 }\na.a': 1,
    'declare const codemode: unknown\nconst x = 2 satisfies number\nreturn x!': 2,
    'function first<T>(xs: ReadonlyArray<T>): T { return xs[0]! }\nfirst<number>([3])': 3,
    'abstract class A { abstract a(): void; private b?: number = 4; get(): number { return this.b! } }\nclass C extends A { override a(): void {} }\nnew C().get()': 4,
    'const f = async <T,>(x: T): Promise<T> => x\nf(5)': 5,
  }
  for (const [answer, value] of Object.entries(values)) {
    // oxlint-disable-next-line no-await-in-loop -- a failure names its answer
    deepEqual([answer, await valueOf(answer)], [answer, value])
  }
})

test('an import of types goes, any other stays', async () => {
  equal(
    await codeOf(
      `import type { A } from 'a'\nimport { b, type C } from 'b'\nasync (): Promise<A> => b()`,
    ),
    `${' '.repeat(26)}\nimport { b,        } from 'b'\nasync ()             => b()`,
  )
})

test('what stands for code is refused by name, with its line and what to write', async () => {
  match(
    await refusalOf('const a = 1\nexport const enum Level { Low = 1 }\nLevel.Low'),
    /^The enum on line 2 .* Write a plain object, such as/,
  )
  match(await refusalOf('namespace A { export const x = 1 }\nA.x'), /^The namespace on line 1 /)
  match(
    await refusalOf('class A {\n  constructor(private readonly x: number) {}\n}\nnew A(1)'),
    /^The parameter property on line 2 .* assign it to the property in the constructor\.$/,
  )
  match(await refusalOf(`import a = require('a')\na()`), /^The assignment of an import on line 1 /)
  match(await refusalOf('const a = 1\nexport = a'), /^The assignment of an export on line 2 /)
  match(await refusalOf('const a = b ?? c as T || d'), /^The type assertion on line 1 /)
  match(await refusalOf('async () => <b>hi</b>'), /^Unexpected token '<' on line 1: JSX /)
})

test('without the option types are what they are to JavaScript', async () => {
  deepEqual(await normalizeCode('const a: number = 1', { typescript: false }), {
    code: 'async () => {\nconst a: number = 1\n}',
    lineShift: 1,
    isParsed: false,
  })
})
