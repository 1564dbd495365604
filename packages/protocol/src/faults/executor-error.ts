// The faults of the executor: what rejects, as opposed to the failures of a program.

/** Every code that a consumer can meet on a thrown error. */
export const EXECUTOR_ERROR_CODES = [
  'QUEUE_OVERFLOW',
  'WORKER_CRASHED',
  'PROTOCOL_MISMATCH',
  'CONNECTION_REJECTED',
  'CONNECTION_BROKEN',
  'RESPONSE_TOO_LARGE',
  'HANDLES_CLOSED',
  'INTERNAL',
] as const

/** One code of the fault taxonomy. Branch on it: it crosses every boundary, and no class does. */
export type ExecutorErrorCode = (typeof EXECUTOR_ERROR_CODES)[number]

/** What a fault says beside its code and its text. */
export type ExecutorErrorOptions = {
  /** Whether trying again can work. Absent means what is usual for the code. */
  retryable?: boolean
  /** What broke underneath, for logs. */
  cause?: unknown
  /** How many tool calls of the execution had reached the host before the fault ended it. */
  dispatched?: number
}

const RETRYABLE_BY_CODE: Record<ExecutorErrorCode, boolean> = {
  QUEUE_OVERFLOW: true,
  WORKER_CRASHED: true,
  PROTOCOL_MISMATCH: false,
  CONNECTION_REJECTED: false,
  // A broken session reopens on the next call; a disposed executor says false itself.
  CONNECTION_BROKEN: true,
  RESPONSE_TOO_LARGE: false,
  HANDLES_CLOSED: false,
  // Only work that a shutdown cut before it started is worth another try, and it says so itself.
  INTERNAL: false,
}

/** The infrastructure broke under a call. `code` says how, `retryable` whether to try again. */
export class ExecutorError extends Error {
  static {
    // Subclasses keep this name: a fault is told apart by its code, and printed the same anywhere.
    Object.defineProperty(this.prototype, 'name', {
      value: 'ExecutorError',
      writable: true,
      configurable: true,
    })
  }

  readonly code: ExecutorErrorCode
  readonly retryable: boolean
  /** Present on a fault that ended a started execution. */
  declare readonly dispatched?: number

  constructor(code: ExecutorErrorCode, message: string, options: ExecutorErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.retryable = options.retryable ?? RETRYABLE_BY_CODE[code]
    // Own properties cross the wire, so an absent count stays an absent property.
    if (options.dispatched !== undefined) this.dispatched = options.dispatched
  }
}
