// The demo: one program that does its work over three providers, and two that fail, with the text
// that a model would get. Run it with `npm run demo`.

import { createExecutor, type ExecuteResult, type Executor } from '@supolka/codemode-executor'
import { endless, lateDeliveries, misspeltTool } from './demo/programs.ts'
import { formatTable } from './demo/table.ts'
import { dispatch, providers } from './demo/tools.ts'

async function work(executor: Executor): Promise<void> {
  console.log('A program over three providers, its logs as they come:\n')
  const outcome = await executor.execute({
    code: lateDeliveries,
    providers,
    dispatch,
    outbound: null,
    onLog: ({ level, text }) => console.log(`  ${level.padEnd(5)} ${text}`),
  })
  if (outcome.error !== undefined) throw new Error(outcome.error)
  console.log('\nIts result:\n')
  const rows = Array.isArray(outcome.result) ? outcome.result : []
  for (const line of formatTable(rows)) console.log(`  ${line}`)
  console.log(`\n${usageText(outcome)}`)
}

function usageText({ usage }: ExecuteResult): string {
  const { toolCalls = 0, wallMs = 0, guestMs = 0, peakHeapBytes = 0 } = usage ?? {}
  const [wall, guest, heap] = [wallMs, guestMs, peakHeapBytes / 1_048_576].map(Math.round)

  return `It made ${toolCalls} tool calls in ${wall} ms, computed for ${guest} ms of them and held ${heap} MB at most.`
}

async function fail(executor: Executor): Promise<void> {
  console.log('\nTwo programs that fail. The call resolves, and this is what their model reads:\n')
  const misspelt = await executor.execute({ code: misspeltTool, providers, dispatch })
  console.log(`  ${misspelt.error}`)
  const bounded = await executor.execute({ code: endless, timeout: 250 })
  console.log(`  ${bounded.error}`)
}

await using executor = createExecutor({ workers: 1 })
await work(executor)
await fail(executor)
