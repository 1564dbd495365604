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

/** The subprotocol that a client with a token offers beside it, and that the server then chooses. */
export const WIRE_SUBPROTOCOL = 'codemode-executor'

/**
 * What stands before a token, as unpadded base64url, in the one subprotocol that carries it: browsers
 * and Workers can set no header on a WebSocket.
 */
export const TOKEN_SUBPROTOCOL_PREFIX = 'bearer.'

/** Query parameter that asks a balancer for one replica: the part of an executionId before its last dot. */
export const REPLICA_PARAMETER = 'replica'

/** The options of one call on the wire. Module maps cross as pairs, since capnweb drops some keys. */
export type ExecuteCallOptions = {
  modules?: Array<[name: string, source: string]>
  timeout?: number | null
  countHostWaits?: boolean
  retainHandles?: boolean
  /** The request's `signal`: a stub that the server calls once; it answers true when the caller aborts. */
  signal?: () => Promise<boolean>
  /** The request's `onLog`: a stub that the server calls for each line, in order, before the result. */
  onLog?: (line: LogLine) => void
  /** The call was made by a tool of a run that is still open on this session. */
  nested?: boolean
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
