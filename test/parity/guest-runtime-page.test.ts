import { deepStrictEqual, strictEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { findProblems } from '../../scripts/find-problems.ts'
import { renderPage } from '../../scripts/guest-runtime-page.ts'
import type { Shape } from '../../scripts/probe-guest.ts'
import { readText } from './document-table.ts'

test('the reference of the guest runtime is what a probe in an isolate finds', async () => {
  const current = readText('docs/reference/guest-runtime.md')
  const { text, problems } = await renderPage(current)
  deepStrictEqual(problems, [])
  strictEqual(text, current)
})

const shapeOf = (name: string, length: number): Shape => ({
  type: 'function',
  length,
  name,
  isEnumerable: true,
})

test('what differs unsaid, and what is said and does not differ, is a problem', () => {
  const shapes = {
    atob: null,
    btoa: shapeOf('btoa', 2),
    CompressionStream: { ...shapeOf('CompressionStream', 1), isEnumerable: false },
    fetch: shapeOf('fetch', 1),
  }
  const standardNames = Object.keys(shapes).map((name) => ({
    name,
    standard: 'Any',
    type: 'function',
    length: 1,
    isEnumerable: name !== 'CompressionStream',
  }))
  const probe = { shapes, shapesWithWebAssembly: shapes, language: {}, refusing: [], answers: [] }
  const problems = findProblems({ probe, standardNames, failedChecks: new Map([[0, '{}']]) })
  deepStrictEqual(
    problems.filter((problem) => /^(?:atob|btoa|CompressionStream|fetch) deviates/.test(problem)),
    [
      'atob deviates, and no entry says so (absent): change scripts/deviations.ts.',
      'CompressionStream deviates no longer (absent): change scripts/deviations.ts.',
      'btoa deviates, and no entry says so (shape): change scripts/deviations.ts.',
    ],
  )
  strictEqual(problems.filter((problem) => problem.startsWith('Not so: ')).length, 1)
})
