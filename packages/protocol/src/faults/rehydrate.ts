// The single place that turns a code back into a class. Only the message and own properties of an
// error cross a boundary; the class, the name and the stack do not.

import { HandlesClosedError } from '../failures/handles-closed.ts'
import { QueueOverflowError } from '../failures/queue-overflow.ts'
import { ResponseTooLargeError } from '../failures/response-too-large.ts'
import { isRecord } from '../primordials.ts'
import {
  EXECUTOR_ERROR_CODES,
  ExecutorError,
  type ExecutorErrorCode,
  type ExecutorErrorOptions,
} from './executor-error.ts'

type Received = { code: ExecutorErrorCode; message: string; options: ExecutorErrorOptions }

function classOf(code: ExecutorErrorCode): new (...facts: Array<never>) => ExecutorError {
  if (code === 'QUEUE_OVERFLOW') return QueueOverflowError
  if (code === 'RESPONSE_TOO_LARGE') return ResponseTooLargeError
  if (code === 'HANDLES_CLOSED') return HandlesClosedError
  return ExecutorError
}

const isCode = (value: unknown): value is ExecutorErrorCode =>
  EXECUTOR_ERROR_CODES.some((code) => code === value)

function readFault(failure: Record<string | number, unknown>): Received | undefined {
  try {
    const { code, message, retryable, cause, dispatched } = failure
    if (!isCode(code) || typeof message !== 'string') return undefined
    const options: ExecutorErrorOptions = { cause }
    if (typeof retryable === 'boolean') options.retryable = retryable
    if (typeof dispatched === 'number') options.dispatched = dispatched
    return { code, message, options }
  } catch {
    // A getter that throws belongs to somebody else's value, which passes through untouched.
    return undefined
  }
}

/**
 * The typed fault behind anything caught around an executor. An error-like value whose code is in
 * the taxonomy becomes the `ExecutorError` or subclass of that code with the message received; an
 * `ExecutorError` and everything else come back as the same value. Never throws.
 */
export function rehydrateExecutorError(failure: unknown): unknown {
  if (!isRecord(failure) || failure instanceof ExecutorError) return failure
  const received = readFault(failure)
  if (received === undefined) return failure
  const { code, message, options } = received
  // The subclasses compose their text from facts that did not cross, so only the prototype is
  // theirs: the instance is built by the base class around the text that did.
  return Reflect.construct(ExecutorError, [code, message, options], classOf(code))
}
