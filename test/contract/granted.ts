// A retained execution as tests hold it.

import { deepEqual, match } from 'node:assert/strict'
import type {
  ExecuteRequest,
  Executor,
  OutboundRequestMessage,
  OutboundResponseMessage,
} from '@supolka/codemode-executor-protocol'
import { requestTo, textOf } from './exchanges.ts'
import { handlesClosed, rejection } from './outcomes.ts'

export type Granted = AsyncDisposable & {
  executionId: string
  invoke: (path: string, rest?: Partial<OutboundRequestMessage>) => Promise<OutboundResponseMessage>
  /** The body of the answer as text. */
  text: (path: string) => Promise<string>
  close: () => Promise<void>
  /** Fails unless the next invocation meets the HANDLES_CLOSED fault. */
  checkClosed: () => Promise<void>
}

/** Executes under `retainHandles` and fails unless the whole outcome is a grant of `fetch`. */
export async function grant(executor: Executor, request: ExecuteRequest): Promise<Granted> {
  const outcome = await executor.execute({ outbound: null, ...request, retainHandles: true })
  const { executionId = '' } = outcome
  const release = (): Promise<void> => executor.closeHandles(executionId).catch(() => undefined)
  try {
    match(executionId, /\S/)
    deepEqual({ ...outcome, logs: [] }, { logs: [], executionId, handles: ['fetch'] })
  } catch (failure) {
    await release()
    throw failure
  }
  const invoke: Granted['invoke'] = (path, rest) =>
    executor.invokeHandle(executionId, 'fetch', requestTo(path, rest))

  return {
    executionId,
    invoke,
    text: async (path) => textOf((await invoke(path)).body),
    close: () => executor.closeHandles(executionId),
    // Closed already by its test or by a bound, or the executor is gone: nothing is left to release.
    [Symbol.asyncDispose]: release,
    checkClosed: async () => {
      const { code, message } = await rejection(invoke('/'))
      deepEqual([code, message], ['HANDLES_CLOSED', handlesClosed(executionId)])
    },
  }
}
