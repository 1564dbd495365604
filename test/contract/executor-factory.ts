// The only parameter of the contract suite: how to make an executor, and how tests borrow one.

import { after, before } from 'node:test'
import type {
  ExecuteRequest,
  Executor,
  ModuleMap,
  OutboundFetchFn,
  OutboundRequestMessage,
} from '@supolka/codemode-executor-protocol'

/** Construction-time settings that tests ask for. An absent one leaves the executor's default. */
export type ContractOptions = {
  /** Megabytes for each isolate. */
  memoryLimit?: number
  /** Executions that run at the same time; held handles count. */
  workers?: number
  /** Executions that may wait for a worker. */
  queueLimit?: number
  /** Milliseconds. */
  timeout?: number | null
  countHostWaits?: boolean
  outbound?: OutboundFetchFn | null
  modules?: ModuleMap
  /** Milliseconds. */
  handlesIdleTimeout?: number
  /** Native requests may reach a server on this machine's loopback; the default refuses it. */
  allowLoopback?: boolean
}

export type ExecutorFactory = (options?: ContractOptions) => Promise<Executor> | Executor

/** One executor for all tests of the suite that calls this, disposed after the last of them. */
export function shareExecutor(create: ExecutorFactory, options?: ContractOptions): Executor {
  let shared: Promise<Executor> | undefined
  const made = async (): Promise<Executor> => {
    if (shared === undefined) throw new Error('The suite has not started.')

    return shared
  }
  before(async () => {
    shared = Promise.resolve(create(options))
    await shared
  })
  after(async () => {
    const executor = await shared
    await executor?.dispose()
  })

  return {
    execute: async (request) => (await made()).execute(request),
    invokeHandle: async (id, name, request) => (await made()).invokeHandle(id, name, request),
    closeHandles: async (id) => (await made()).closeHandles(id),
    dispose: async () => (await made()).dispose(),
  }
}

/** An executor for one test, whatever the factory made it of: `await using` disposes it. */
export async function ownExecutor(
  create: ExecutorFactory,
  options?: ContractOptions,
): Promise<Executor & AsyncDisposable> {
  const executor = await create(options)

  return {
    execute: (request: ExecuteRequest) => executor.execute(request),
    invokeHandle: (id: string, name: string, request: OutboundRequestMessage) =>
      executor.invokeHandle(id, name, request),
    closeHandles: (id: string) => executor.closeHandles(id),
    dispose: () => executor.dispose(),
    [Symbol.asyncDispose]: () => executor.dispose(),
  }
}
