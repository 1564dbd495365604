// From an outcome as it crosses a wire to the one that a caller reads.

import { parseForDispatch } from './codec.ts'
import type { ExecuteResult } from './executor.ts'
import { thrownText } from './thrown-text.ts'
import type { ExecuteResultMessage } from './wire.ts'

/**
 * Reads an outcome message. Text that is no JSON is the program's doing, so that outcome is a failure
 * and nothing is thrown. Members come in the order the contract prints them; `usage` does not show.
 */
export function readOutcome(message: ExecuteResultMessage): ExecuteResult {
  const outcome = shapeOutcome(message)
  const { usage } = message

  return usage === undefined ? outcome : Object.defineProperty(outcome, 'usage', { value: usage })
}

function shapeOutcome(message: ExecuteResultMessage): ExecuteResult {
  const { error, logs, executionId, handles } = message
  if (error !== undefined) return { result: undefined, error, logs }
  if (executionId !== undefined) return { logs, executionId, handles }

  return readResult(message)
}

function readResult({ resultJson, logs }: ExecuteResultMessage): ExecuteResult {
  if (resultJson === undefined) return { result: undefined, logs }
  try {
    return { result: parseForDispatch(resultJson), logs }
  } catch (failure) {
    return { result: undefined, error: thrownText(failure), logs }
  }
}
