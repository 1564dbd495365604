// One test of each reported answer, through the codemode adapter over an executor of this process.

import { deepEqual } from 'node:assert/strict'
import { after, test } from 'node:test'
import { createExecutor } from '@supolka/codemode-executor'
import {
  createCodemodeExecutor,
  type CodemodeTool,
} from '@supolka/cloudflare-codemode-executor/codemode'
import { brief } from '../hostile/brief.ts'
import type { AdapterCase } from './adapter-case.ts'
import { answersReports } from './cases/answers.ts'
import { toolNamesReports } from './cases/tool-names.ts'
import { shortfalls, type FieldOutcome } from './shortfalls.ts'

const executor = createExecutor({ workers: 1 })
after(() => executor.dispose())

async function run({ answer, tools = {} }: AdapterCase): Promise<FieldOutcome> {
  let toolCalls = 0
  const counted = (tool: (...args: Array<never>) => unknown): CodemodeTool => {
    return async (...args) => {
      toolCalls += 1

      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a program passes what it likes
      return tool(...(args as Array<never>))
    }
  }
  const fns = Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, counted(tool)]))
  const start = performance.now()
  const { logs: _, ...outcome } = await createCodemodeExecutor(executor).execute(answer, [
    { name: 'codemode', fns },
  ])

  return { ...outcome, logs: [], toolCalls, outboundCalls: 0, ms: performance.now() - start }
}

for (const [area, cases] of Object.entries({ answers: answersReports, names: toolNamesReports })) {
  for (const report of cases) {
    test(`${area}/${report.id}`, async () => {
      const got = await run(report)
      deepEqual(
        shortfalls(report.expect, got).map((name) => `${name}: ${brief(got)}`),
        [],
      )
    })
  }
}
