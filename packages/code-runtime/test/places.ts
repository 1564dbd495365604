// Where the programs of these tests run: a pool of this process, and a server with its client.

import { connect } from '@supolka/cloudflare-codemode-executor'
import { createExecutor, type Executor } from '@supolka/codemode-executor'
import { serve } from '@supolka/codemode-executor-server'

/** An executor of its own for one test or one file. */
export type Opened = { executor: Executor; dispose: () => Promise<void> }

export type Place = {
  name: string
  open: (options?: { memoryLimit?: number }) => Promise<Opened>
}

const WORKERS = 2

export const places: Array<Place> = [
  {
    name: 'in this process',
    async open({ memoryLimit = 128 } = {}) {
      const executor = createExecutor({ memoryLimit, workers: WORKERS })

      return { executor, dispose: () => executor.dispose() }
    },
  },
  {
    name: 'on a server',
    async open({ memoryLimit = 128 } = {}) {
      const server = await serve({ port: 0, memoryLimit, workers: WORKERS })
      const executor = await connect(server.url)

      return {
        executor,
        async dispose() {
          await executor.dispose()
          await server.close()
        },
      }
    },
  },
]
