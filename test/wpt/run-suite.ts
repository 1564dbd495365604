// The Web Platform Tests over the product, one test for each subset: `npm run test:wpt`. A failure
// that is not expected, and an expected one that does not happen, both make it red.

import { deepEqual, ok } from 'node:assert/strict'
import { after, test } from 'node:test'
import { createExecutor } from '@supolka/codemode-executor'
import { fetchSuite } from './fetch-suite.ts'
import { runSubset, shareOf, type SubsetVerdict, tableHead, tableRow } from './run-subset.ts'
import { serveFiles } from './serve-files.ts'
import { SUBSETS } from './subsets.ts'

/** The script of a test, its harness and the IDL it parses need room, and one module half a megabyte. */
const MEMORY_LIMIT_MB = 512

const suite = await fetchSuite()
const root = 'root' in suite ? suite.root : ''
const skip = 'missing' in suite ? `The test files cannot be had: ${suite.missing}` : false
const executor = createExecutor({
  memoryLimit: MEMORY_LIMIT_MB,
  outbound: serveFiles(root),
  webAssembly: true,
})
after(() => executor.dispose())

const verdicts: Array<SubsetVerdict> = []

for (const subset of SUBSETS) {
  test(subset.name, { skip }, async () => {
    const verdict = await runSubset(executor, root, subset)
    verdicts.push(verdict)
    deepEqual(verdict.news, [])
    ok(verdict.passed >= subset.minPassed, `${verdict.passed} pass, not ${subset.minPassed}`)
    const share = shareOf(verdict, subset)
    ok(share >= subset.minShare, `a share of ${share} passes, not ${subset.minShare}`)
  })
}

test('the counts of all subsets', { skip }, (t) => {
  t.diagnostic(tableHead)
  for (const verdict of verdicts) t.diagnostic(tableRow(verdict))
  const passed = verdicts.reduce((sum, verdict) => sum + verdict.passed, 0)
  t.diagnostic(`${passed.toLocaleString('en-US')} subtests pass`)
})
