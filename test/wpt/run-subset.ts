// Runs all files of a subset and adds up what they show.

import type { Executor } from '@supolka/codemode-executor'
import { runsOf } from './compose.ts'
import { type Expectations, judge, readExpectations, type Verdict } from './expectations.ts'
import { type FileReport, runFile } from './run-file.ts'
import { filesOf, type Subset } from './subsets.ts'

export type SubsetVerdict = Verdict & { subset: string; files: number; skipped: number }

/** The executor queues what its workers cannot take yet, so everything is handed over at once. */
export async function runSubset(
  executor: Executor,
  root: string,
  subset: Subset,
): Promise<SubsetVerdict> {
  const expectations = await readExpectations(subset.name)
  const files = await filesOf(root, subset)
  const run = files.filter((path) => expectations[path]?.skip === undefined)
  const verdicts = await Promise.all(
    run.map(async (path) => {
      const verdict = judge(await reportsOf(executor, root, path), expectations[path])
      return { ...verdict, news: verdict.news.map((line) => `${path}: ${line}`) }
    }),
  )
  return {
    ...addUp(verdicts, strayNews(expectations, files)),
    subset: subset.name,
    files: run.length,
    skipped: files.length - run.length,
  }
}

async function reportsOf(
  executor: Executor,
  root: string,
  path: string,
): Promise<Array<FileReport>> {
  const runs = await runsOf(root, path)
  return Promise.all(runs.map((run) => runFile(executor, root, run)))
}

function strayNews(expectations: Expectations, files: Array<string>): Array<string> {
  return Object.keys(expectations)
    .filter((path) => !files.includes(path))
    .map((path) => `${path}: has expectations and is not part of the subset`)
}

function addUp(verdicts: Array<Verdict>, news: Array<string>): Verdict {
  const total: Verdict = {
    passed: 0,
    failed: { absent: 0, outdated: 0, library: 0, deviation: 0 },
    news: [...news],
  }
  for (const { passed, failed, news: lines } of verdicts) {
    total.passed += passed
    total.failed.absent += failed.absent
    total.failed.outdated += failed.outdated
    total.failed.library += failed.library
    total.failed.deviation += failed.deviation
    total.news.push(...lines)
  }
  return total
}

/** What passes, of all that is left when failures of the tolerated kinds are taken out. */
export function shareOf({ passed, failed }: Verdict, { tolerated }: Subset): number {
  const counted = Object.entries(failed)
    .filter(([kind]) => !tolerated.some((each) => each === kind))
    .map(([, count]) => count)
  return passed / counted.reduce((sum, count) => sum + count, passed)
}

/** The line of a subset in the table, under the columns of `tableHead`. */
export function tableRow(verdict: SubsetVerdict): string {
  const { subset, files, skipped, passed, failed, news } = verdict
  const { absent, outdated, library, deviation } = failed
  const cells = [files, skipped, passed, absent, outdated, library, deviation, news.length]
  return subset.padEnd(12) + cells.map((cell) => String(cell).padStart(12)).join('')
}

const COLUMNS = [
  'files',
  'skipped',
  'pass',
  'absent',
  'outdated',
  'library',
  'deviation',
  'unexpected',
]

export const tableHead: string =
  'subset'.padEnd(12) + COLUMNS.map((name) => name.padStart(12)).join('')
