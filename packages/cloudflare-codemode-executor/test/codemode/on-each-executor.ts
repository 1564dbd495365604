// The only parameter of the adapter's suites: where the executor under it is.

import { after, before, suite } from 'node:test'
import { connect } from '@supolka/cloudflare-codemode-executor'
import { createExecutor, type Executor, type ExecutorOptions } from '@supolka/codemode-executor'
import { serve } from '@supolka/codemode-executor-server'

type Opened = { executor: Executor; dispose: () => Promise<void> }

/** Declares a suite for an executor of this process, and one for a server on loopback. */
export function onEachExecutor(
  declare: (executor: Executor) => void,
  options: ExecutorOptions = { workers: 2 },
): void {
  suite('in this process', () => declare(share(async () => openLocal(options))))
  suite('on a server', () => declare(share(() => openRemote(options))))
}

function openLocal(options: ExecutorOptions): Opened {
  const executor = createExecutor(options)

  return { executor, dispose: () => executor.dispose() }
}

async function openRemote(options: ExecutorOptions): Promise<Opened> {
  const server = await serve({ port: 0, ...options })
  const executor = await connect(server.url)

  return {
    executor,
    dispose: async () => {
      await executor.dispose()
      await server.close()
    },
  }
}

/** One executor for the whole suite, disposed after its last test. */
function share(open: () => Promise<Opened>): Executor {
  let opened: Promise<Opened> | undefined
  const made = async (): Promise<Executor> => {
    if (opened === undefined) throw new Error('The suite has not started.')
    const { executor } = await opened

    return executor
  }
  before(async () => {
    opened = open()
    await opened
  })
  after(async () => {
    const { dispose } = (await opened) ?? {}
    await dispose?.()
  })

  return {
    execute: async (request) => (await made()).execute(request),
    invokeHandle: async (...call) => (await made()).invokeHandle(...call),
    closeHandles: async (id) => (await made()).closeHandles(id),
    dispose: async () => {
      const { dispose } = (await opened) ?? {}
      await dispose?.()
    },
  }
}
