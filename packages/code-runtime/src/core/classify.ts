// What the executor itself says of a run, as an end. A program's own throws never come this way: the guest
// half catches them, so no text of a program can pass for a bound or for an abort.

import {
  ExecutionAbortedError,
  ExecutionTimeoutError,
  ExecutorError,
  MemoryLimitError,
  thrownText,
  type RunUsage,
} from '@supolka/codemode-executor-protocol'
import { describeSyntaxError } from './describe-thrown.ts'
import type { End } from './ending.ts'
import type { Stopped } from './stop.ts'

/** What is known of a run besides its error. `cause` is what stopped it from outside. */
export type ErrorContext = {
  cause: Stopped | undefined
  usage: RunUsage | undefined
  lines: number
  computeMs: number
}

/** The end of a run whose outcome is an error of the executor. */
export function endOfError(error: string, context: ErrorContext): End {
  const { cause, lines } = context
  if (ExecutionAbortedError.matches(error)) {
    return cause ?? { type: 'died', message: 'The execution was aborted by someone else.' }
  }
  if (ExecutionTimeoutError.matches(error)) return endOfTimeout(error, context)
  if (MemoryLimitError.matches(error)) return { type: 'died', message: error }
  if (ANSWER_TOO_LARGE.test(error)) return { type: 'over' }

  return { type: 'exception', message: describeSyntaxError(error, lines) }
}

/** An executor may keep a bound of its own, such as one for the wall clock, and names it in its text. */
function endOfTimeout(error: string, { usage, computeMs }: ErrorContext): End {
  const bound = Number(/at its (\d+(?:\.\d+)?) ms bound/.exec(error)?.[1])
  if (bound !== computeMs) return { type: 'timeout', budget: 'executor', ms: bound }
  const ms = Math.max(Math.round(usage?.guestMs ?? 0), Math.round(bound))

  return { type: 'timeout', budget: 'compute', ms }
}

const ANSWER_TOO_LARGE = /^The run's answer is [\d,]+ bytes, past its bound/

/** The end of a run that the executor rejected: a fault has no kind, so its text says what it is. */
export function endOfFault(fault: unknown, cause: Stopped | undefined): End {
  if (cause !== undefined) return cause
  if (!(fault instanceof ExecutorError)) {
    return { type: 'died', message: `The executor could not run the program: ${thrownText(fault)}` }
  }
  const { code, message, retryable, dispatched } = fault
  const advice = retryable ? ' Trying again can work.' : ''
  const calls =
    dispatched === undefined || dispatched === 0
      ? ''
      : ` Calls of bindings that had been made by then: ${dispatched}.`

  return {
    type: 'died',
    message: `The executor could not finish the run (${code}): ${message}${advice}${calls}`,
  }
}
