// Our executor as a program would use it: two workers, one provider, a function for outbound.

import { createExecutor } from '@supolka/codemode-executor'
import type { Executor } from '@supolka/codemode-executor-protocol'
import { createEnvelopeDispatch, type OutboundFetchFn } from '@supolka/codemode-executor-protocol'
import { STUB_TEXT } from '../workloads.ts'
import type { Row, RowOptions } from './row.ts'

const outbound: OutboundFetchFn = async () => ({
  status: 200,
  statusText: 'OK',
  headers: [],
  body: new TextEncoder().encode(STUB_TEXT).buffer,
})

export async function create({ timeoutMs, memoryMb, tools }: RowOptions): Promise<Row> {
  const executor: Executor = createExecutor({
    timeout: timeoutMs,
    memoryLimit: memoryMb,
    workers: 2,
  })
  const providers = [{ name: 'tools', tools: Object.keys(tools) }]
  const dispatch = createEnvelopeDispatch({ active: true }, async (_provider, tool, args) =>
    tools[tool]?.(Array.isArray(args) ? args[0] : args),
  )

  return {
    async run(body) {
      const code = `async () => {\n${body}\n}`
      const outcome = await executor.execute({ code, providers, dispatch, outbound })

      return outcome.error === undefined
        ? { ok: true, value: outcome.result, idleHeapBytes: outcome.usage?.peakHeapBytes }
        : { ok: false, error: outcome.error }
    },
    close: () => executor.dispose(),
  }
}
