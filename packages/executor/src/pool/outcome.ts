// From what a child reported to the outcome, in the shape in which it also crosses a wire.

import type { ExecuteResultMessage } from '@supolka/codemode-executor-protocol'
import type { DoneMessage } from '../channel/messages.ts'

/** How a run ended: with a value's JSON text or none, with a failure's text, or with handles. */
export type RunEnd = Pick<ExecuteResultMessage, 'resultJson' | 'error' | 'handles'>

/** The only handle a fetch handler grants. */
export const FETCH_HANDLE = 'fetch'

/** Reads a child's report. A value's JSON text is not read: whoever asked for the run does that. */
export function readDone(done: DoneMessage, payload: Buffer): RunEnd {
  switch (done.outcome) {
    case 'failed':
      return { error: done.error }
    case 'undefined':
      return {}
    case 'retained':
      return { handles: [FETCH_HANDLE] }
    default:
      return { resultJson: payload.toString('utf8') }
  }
}
