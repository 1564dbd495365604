// Our sides: the adapter over the executor of this process, and over a server in a process of its own.

import { connect } from '@supolka/cloudflare-codemode-executor'
import { createCodemodeExecutor } from '@supolka/cloudflare-codemode-executor/codemode'
import { createExecutor, type Executor } from '@supolka/codemode-executor'
import { startServer } from '../wire/server-process.ts'
import { MEMORY_MB, TIMEOUT_MS } from './limits.ts'
import type { Side } from './side.ts'

export function openInProcess(): Side {
  const executor = createExecutor({ memoryLimit: MEMORY_MB, start: 'eager' })

  return openSide('ours, in process', executor, () => executor.dispose())
}

export async function openOverServer(): Promise<Side> {
  const server = await startServer()
  const executor = await connect(server.url)

  return openSide('ours, over a server', executor, async () => {
    await executor.dispose()
    await server[Symbol.asyncDispose]()
  })
}

function openSide(name: string, executor: Executor, dispose: () => Promise<void>): Side {
  const adapter = createCodemodeExecutor(executor, { timeout: TIMEOUT_MS })
  const providers = [{ name: 'tools', fns: { echo: async (value: unknown) => value } }]

  return {
    name,
    run: ({ code }) => adapter.execute(code, providers),
    [Symbol.asyncDispose]: dispose,
  }
}
