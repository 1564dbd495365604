// The contract in its remote form: what crosses a WebSocket between a client and an executor server.

import type { LogLine } from './console.ts'
import type { ToolDispatchFn } from './dispatch.ts'
import type { RunUsage } from './executor.ts'
import type {
  OutboundFetchFn,
  OutboundMode,
  OutboundRequestMessage,
  OutboundResponseMessage,
} from './outbound.ts'
import type { ProviderDescriptor } from './provider.ts'

/** The value a build speaks. Both sides compare it for exact equality before anything else crosses. */
export const PROTOCOL_VERSION = 1

/** The options of one call on the wire. Module maps cross as pairs, since capnweb drops some keys. */
export type ExecuteCallOptions = {
  modules?: Array<[name: string, source: string]>
  timeout?: number | null
  countHostWaits?: boolean
  retainHandles?: boolean
}

/** The outcome on the wire: the run's own value is the JSON text that the isolate produced. */
export type ExecuteResultMessage = {
  resultJson?: string
  error?: string
  logs: Array<LogLine>
  executionId?: string
  handles?: Array<string>
  usage?: RunUsage
}

/** The RPC surface of an executor server. */
export type ExecutorApi = {
  protocolVersion(): Promise<number>
  execute(
    code: string,
    providers: Array<ProviderDescriptor>,
    options: ExecuteCallOptions,
    dispatch: ToolDispatchFn | null,
    outboundMode: OutboundMode,
    outbound?: OutboundFetchFn,
  ): Promise<ExecuteResultMessage>
  invokeHandle(
    executionId: string,
    handleName: string,
    request: OutboundRequestMessage,
  ): Promise<OutboundResponseMessage>
  closeHandles(executionId: string): Promise<void>
}
