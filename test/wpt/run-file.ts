// Runs one test file with one variant in a fresh isolate of the product and reads its report.

import { readFile } from 'node:fs/promises'
import type { Executor } from '@supolka/codemode-executor'
import { composeTest, type TestRun } from './compose.ts'
import { ORIGIN } from './serve-files.ts'

export type Subtest = {
  name: string
  status: 'PASS' | 'FAIL' | 'TIMEOUT' | 'NOTRUN' | 'PRECONDITION_FAILED'
  message?: string
}

export type FileReport = {
  run: TestRun
  /** What went wrong with the file as a whole: an error outside any subtest, a hang, a crash. */
  trouble?: string
  subtests: Array<Subtest>
}

/** What a test may take before the harness is told to give up; a while later the run is ended. */
const PATIENCE_MS = 20_000
const LONG_PATIENCE_MS = 60_000
const GRACE_MS = 10_000

const fixture = (name: string): Promise<string> =>
  readFile(new URL(`fixtures/${name}.js`, import.meta.url), 'utf8')

const environment = await fixture('environment')
const fileReader = await fixture('file-reader')

/** Never rejects for what a test does. */
export async function runFile(executor: Executor, root: string, run: TestRun): Promise<FileReport> {
  const { script, isLong } = await composeTest(root, run.path)
  const patience = isLong ? LONG_PATIENCE_MS : PATIENCE_MS
  const url = JSON.stringify(ORIGIN + run.path + run.variant)
  const outcome = await executor.execute({
    code: `import { prepare } from 'environment'
import script from 'script'
async () => {
  const report = prepare(${url}, ${patience})
  ;(0, eval)(script)
  return report
}`,
    modules: {
      environment,
      'file-reader.js': fileReader,
      script: { text: script },
    },
    timeout: patience + GRACE_MS,
  })
  if (outcome.error !== undefined) return { run, trouble: outcome.error, subtests: [] }
  if (!isReport(outcome.result)) return { run, trouble: 'the run has no report', subtests: [] }
  return { run, ...outcome.result }
}

function isReport(value: unknown): value is Omit<FileReport, 'run'> {
  return typeof value === 'object' && value !== null && 'subtests' in value
}
