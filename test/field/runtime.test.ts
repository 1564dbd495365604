// One test of each report for a code runtime, over an executor of this process and over one of a server.

import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createCodeRuntime, type CodeBindingFunction } from '@supolka/code-runtime'
import { createExecutor, type Executor } from '@supolka/codemode-executor'
import { openServed } from '../wire/served.ts'
import { runtimeReports, type RuntimeReport } from './cases/runtime.ts'

type Opened = { executor: Executor; dispose: () => Promise<void> }

const places: Record<string, () => Promise<Opened>> = {
  'in this process': async () => {
    const executor = createExecutor()

    return { executor, dispose: () => executor.dispose() }
  },
  'on a server': () => openServed(),
}

for (const [name, open] of Object.entries(places)) {
  describe(name, () => {
    let opened: Opened
    before(async () => {
      opened = await open()
    })
    after(() => opened.dispose())
    for (const report of runtimeReports) {
      test(`runtime/${report.id}`, () => check(opened.executor, report))
    }
  })
}

async function check(executor: Executor, report: RuntimeReport): Promise<void> {
  const { program, tools = {}, abortAfterMs, expect } = report
  await using runtime = createCodeRuntime(executor)
  const bindings = Object.entries(tools).map(([global, functions]) => ({
    global,
    functions: functions as unknown as Record<string, CodeBindingFunction>,
  }))
  const signal =
    abortAfterMs === undefined ? new AbortController().signal : AbortSignal.timeout(abortAfterMs)
  const startedAt = performance.now()
  const { value, logs, error } = await runtime.run({ program, bindings, signal })
  const took = performance.now() - startedAt
  equal(error?.kind, expect.kind)
  deepEqual(value, expect.value)
  deepEqual(logs, expect.logs ?? [])
  match(error?.message ?? '', expect.messageMatches ?? /(?:)/)
  ok(took <= (expect.maxMs ?? Infinity))
}
