// What the core of the guest runtime offers to the lazily loaded groups of web globals. A group is
// bundled as `(function (runtime) { ... })`, so `runtime` is a free variable of every group file.

import type {
  LogLine,
  OutboundMode,
  OutboundRequestMessage,
  OutboundResponseMessage,
} from '@supolka/codemode-executor-protocol'

/** One exchange under way. `cancel` is idempotent; after it `response` never settles. */
export type Exchange = {
  response: Promise<OutboundResponseMessage>
  cancel(): void
}

/** The groups of web globals, in the order of their dependencies. */
export type GroupName =
  | 'console'
  | 'timers'
  | 'absent'
  | 'dom'
  | 'text'
  | 'url'
  | 'idna'
  | 'streams'
  | 'blob'
  | 'clone'
  | 'fetch'
  | 'crypto'
  | 'messaging'
  | 'pattern'
  | 'performance'
  | 'wasm'

export type GuestRuntime = {
  /** Exports of another group; loads it on first use. */
  need(group: GroupName): Record<string, unknown>
  outboundMode(): OutboundMode
  /** Redirects that one fetch follows. */
  maxRedirects(): number
  /**
   * Sends one request through the run's outbound setting. `response` rejects with a plain Error
   * whose message is for the model (refused by policy, past the payload bound, host threw).
   * Throws nothing itself. Not to be called in mode 'disabled'.
   */
  exchange(request: OutboundRequestMessage): Exchange
  /** Sends one captured line of the console. */
  emitLine(level: LogLine['level'], text: string): void
  /** Asks the child for a `tick` after so many milliseconds; a later call replaces an earlier one. */
  wakeUp(delayMs: number): void
  /**
   * Has the child perform a method of SubtleCrypto: its arguments as JSON, then up to two texts with
   * one byte for each character. Answers a refusal, or nothing: then the group `crypto` is told how
   * the operation ended, by `settleJob` or `failJob`.
   */
  startCrypto(
    id: number,
    method: string,
    args: string,
    first: string | undefined,
    second: string | undefined,
  ): string | undefined
  /** Random bytes of the child's source, 65,536 at most, one for each character. */
  drawEntropy(size: number): string
  /** Whether the run has reported its outcome: nothing is captured any more. */
  isSettled(): boolean
  /** Timers of the runtime itself, out of the program's reach. Delays in milliseconds. */
  setTimer(callback: () => void, delayMs: number): number
  clearTimer(id: number): void
  /** Runs a callback in a turn of its own, after the tasks and timers that are due before it. */
  queueTask(callback: () => void): void
  /** Queues a microtask that swallows nothing: a throw is reported like an unhandled rejection. */
  queueMicrotask(callback: () => void): void
  /** Where throws go that nobody can catch (listeners, timers): an `error` event, then nowhere. */
  reportError(error: unknown): void
  /** Milliseconds since the run began, never going back; the grain is 1 ms. */
  currentTime(): number
  /** When the run began, in milliseconds since 1970. */
  timeOrigin(): number
  /** V8's own namespace, where the executor's option leaves it in. */
  webAssembly(): object | undefined
}
