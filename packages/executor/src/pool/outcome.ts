// From what a child reported to what the caller gets.

import {
  parseForDispatch,
  thrownText,
  type ExecuteResult,
  type LogLine,
  type RunUsage,
} from '@supolka/codemode-executor-protocol'
import type { DoneMessage } from '../channel/messages.ts'

/** How a run ended: with a value, with a failure's text, or with handles. */
export type RunEnd = { value: unknown } | { error: string } | { handles: Array<string> }

/** The only handle a fetch handler grants. */
export const FETCH_HANDLE = 'fetch'

/** Reads a child's report. JSON that cannot be read is the program's doing: it failed. */
export function readDone(done: DoneMessage, payload: Buffer): RunEnd {
  switch (done.outcome) {
    case 'failed':
      return { error: done.error }
    case 'undefined':
      return { value: undefined }
    case 'retained':
      return { handles: [FETCH_HANDLE] }
    default:
      return readValue(payload.toString('utf8'))
  }
}

function readValue(json: string): RunEnd {
  try {
    return { value: parseForDispatch(json) }
  } catch (failure) {
    return { error: thrownText(failure) }
  }
}

/** The outcome in the shape of the contract; `usage` is there and does not show. */
export function composeOutcome(end: RunEnd, logs: Array<LogLine>, usage: RunUsage): ExecuteResult {
  return Object.defineProperty(shapeOutcome(end, logs), 'usage', { value: usage })
}

function shapeOutcome(end: RunEnd, logs: Array<LogLine>): ExecuteResult {
  if ('error' in end) return { result: undefined, error: end.error, logs }
  if ('handles' in end) return { logs, handles: end.handles }

  return { result: end.value, logs }
}
