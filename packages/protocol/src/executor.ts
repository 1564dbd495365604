// The contract in its in-language form: what a request asks, what a run answers, what an executor does.

import type { LogLine } from './console.ts'
import type { ToolDispatchFn } from './dispatch.ts'
import type { ModuleMap } from './modules.ts'
import type {
  OutboundFetchFn,
  OutboundRequestMessage,
  OutboundResponseMessage,
} from './outbound.ts'
import type { ProviderDescriptor } from './provider.ts'

/** The part of an `AbortSignal` that an executor needs; any runtime's own signal fits. */
export interface AbortSignalLike {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/**
 * One execution. `code` is the only field a request must set; a defined field wins over the
 * executor's construction-time default, and an undefined field reads the same as an absent one.
 */
export type ExecuteRequest = {
  /** An arrow expression, optionally preceded by static imports of module-map entries. */
  code: string
  /** The tool namespaces of the run. Names are checked by `validateProviders`. */
  providers?: Array<ProviderDescriptor>
  /** Answers the run's tool calls. Without it every call meets the not-found envelope. */
  dispatch?: ToolDispatchFn
  /** What the program may import. */
  modules?: ModuleMap
  /** Bound of the run in milliseconds of its clock; `null` lifts it to the largest value served. */
  timeout?: number | null
  /** Counts tool calls and outbound waits too: the plain wall clock. */
  countHostWaits?: boolean
  /** Where fetch goes: absent = the executor itself, a function = the caller, `null` = nowhere. */
  outbound?: OutboundFetchFn | null
  /** Keeps the isolate alive when the run resolves to a fetch handler. */
  retainHandles?: boolean
  /** Firing ends the run, even mid-loop; it then resolves with `ExecutionAbortedError`'s text. */
  signal?: AbortSignalLike
  /** Receives each captured line as it happens, in order, before the result. */
  onLog?: (line: LogLine) => void
}

/** What a run used, measured. */
export type RunUsage = {
  /** Wall time from dispatch to a worker until the result, in milliseconds. */
  wallMs: number
  /** Time the guest itself ran, in milliseconds. */
  guestMs: number
  /** Tool calls that reached the host. */
  toolCalls: number
  /**
   * The most that the isolate was seen to hold, buffers included, in bytes. It is read before the run,
   * now and then while the guest rests, and at the end of a run that took a millisecond of guest time
   * or a megabyte of memory; so it shows no peak between two readings.
   */
  peakHeapBytes: number
}

/** The outcome of a run. `error` is present exactly when the program failed. */
export type ExecuteResult = {
  result?: unknown
  error?: string
  logs?: Array<LogLine>
  /** Present only when `retainHandles` was honoured. */
  executionId?: string
  /** The handle names `invokeHandle` accepts. */
  handles?: Array<string>
  /** Not enumerable, so that an outcome compares and prints as the contract shows it. */
  usage?: RunUsage
}

/** Runs programs. Everything a program does resolves; only the infrastructure rejects. */
export interface Executor {
  execute(request: ExecuteRequest): Promise<ExecuteResult>
  invokeHandle(
    executionId: string,
    handleName: string,
    request: OutboundRequestMessage,
  ): Promise<OutboundResponseMessage>
  closeHandles(executionId: string): Promise<void>
  dispose(): Promise<void>
}
