// One test of each report, against an executor of its own.

import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { createExecutor } from '@supolka/codemode-executor'
import { clockReports } from './cases/clock.ts'
import { errorsReports } from './cases/errors.ts'
import { fetchReports } from './cases/fetch.ts'
import { globalsReports } from './cases/globals.ts'
import { isolationReports } from './cases/isolation.ts'
import { logsReports } from './cases/logs.ts'
import { memoryReports } from './cases/memory.ts'
import { modulesReports } from './cases/modules.ts'
import { namesReports } from './cases/names.ts'
import { resultReports } from './cases/result.ts'
import { toolsReports } from './cases/tools.ts'
import { runCase } from './run-case.ts'

const reports = {
  clock: clockReports,
  errors: errorsReports,
  fetch: fetchReports,
  globals: globalsReports,
  isolation: isolationReports,
  logs: logsReports,
  memory: memoryReports,
  modules: modulesReports,
  names: namesReports,
  result: resultReports,
  tools: toolsReports,
}

for (const [area, cases] of Object.entries(reports)) {
  for (const report of cases) {
    test(`${area}/${report.id}`, async (t) => {
      const { memoryLimit } = report
      const executor = createExecutor(memoryLimit === undefined ? {} : { memoryLimit })
      t.after(() => executor.dispose())
      deepEqual(await runCase(report, executor), [])
    })
  }
}
