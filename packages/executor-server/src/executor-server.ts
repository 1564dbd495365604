// What `serve` gives back: a server that listens, and its end.

import type { AddressInfo } from 'node:net'
import type { ExecutorReport } from '@supolka/codemode-executor'

/** A listening server. Whoever starts it closes it; `await using` does. */
export interface ExecutorServer extends AsyncDisposable {
  /** Where clients connect, such as `ws://127.0.0.1:8790/`. */
  readonly url: string
  /** The address and port it listens at. */
  readonly address: AddressInfo
  /** What is in force and what goes on in its executor. */
  report(): ExecutorReport
  /**
   * Takes no new executions, lets what has started finish, and resolves then, or after
   * `drainTimeout`. New work is turned away as retryable. Connections stay open.
   */
  drain(): Promise<void>
  /** Ends everything at once and resolves when no socket and no child is left. Idempotent. */
  close(): Promise<void>
}
