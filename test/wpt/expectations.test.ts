// The expectations themselves, and how a report is held against them.

import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { type FileExpectation, judge, KINDS, readExpectations } from './expectations.ts'
import type { FileReport, Subtest } from './run-file.ts'
import { SUBSETS } from './subsets.ts'

const inFile = (...subtests: Array<Subtest>): Array<FileReport> => [
  { run: { path: '/a.any.js', variant: '' }, subtests },
]

const fail = (name: string): Subtest => ({ name, status: 'FAIL', message: 'why' })

const known: FileExpectation = {
  fails: [
    { kind: 'absent', reason: 'No DOM.', names: ['a', 'b'] },
    { kind: 'library', reason: 'A bug.', pattern: '^many ', count: 2 },
  ],
}

test('a failure that nobody expects and a pass that nobody expects are news', () => {
  const asExpected = inFile(
    { name: 'fine', status: 'PASS' },
    ...['a', 'b', 'many 1', 'many 2'].map(fail),
  )
  deepEqual(judge(asExpected, known), {
    passed: 1,
    failed: { absent: 2, outdated: 0, library: 2, deviation: 0 },
    news: [],
  })
  const otherwise = inFile({ name: 'a', status: 'PASS' }, ...['b', 'c', 'many 1'].map(fail))
  deepEqual(judge(otherwise, known).news, [
    'unexpected PASS a',
    '1 fail that match ^many , where 2 are expected to',
    'FAIL c: why',
  ])
})

test('a file that fails as a whole, or tests nothing, is news', () => {
  const run = { path: '/a.any.js', variant: '' }
  deepEqual(judge([{ run, subtests: [] }]).news, ['no subtests'])
  const cut = [{ run, trouble: 'Execution timed out', subtests: [] }]
  deepEqual(judge(cut).news, ['trouble: Execution timed out'])
  const trouble = { kind: 'absent', reason: 'No DOM.', text: 'timed out' } as const
  deepEqual(judge(cut, { trouble }).news, [])
  deepEqual(judge(inFile({ name: 'a', status: 'PASS' }), { trouble }).news, [
    'the file as a whole no longer fails',
  ])
})

test('every expectation belongs to a subset and gives a reason in words', async () => {
  const files = await readdir(new URL('expectations/', import.meta.url))
  const subsets = files.map((file) => file.replace('.json', ''))
  deepEqual(
    subsets.filter((name) => !SUBSETS.some((subset) => subset.name === name)),
    [],
  )
  const expectations = await Promise.all(subsets.map(readExpectations))
  for (const [path, expected] of expectations.flatMap(Object.entries<FileExpectation>)) {
    const { skip, trouble, fails = [] } = expected
    const causes = [skip, trouble, ...fails].filter((cause) => cause !== undefined)
    ok(causes.length > 0, `${path} expects nothing`)
    for (const { kind, reason } of causes) {
      ok(KINDS.includes(kind), `${path}: ${kind}`)
      match(reason, /^[A-Z].* .*\.$/, path)
    }
    for (const { names, pattern, count } of fails) {
      equal(names === undefined, pattern !== undefined, `${path}: names, or a pattern`)
      ok(names === undefined ? (count ?? 0) > 0 : names.length > 0, `${path}: nothing fails`)
      equal(new Set(names).size, names?.length ?? 0, `${path}: a name twice`)
    }
  }
})
