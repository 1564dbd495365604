// What a caller lends to one execution on a server: its dispatch, its outbound function, its signal and
// its ear for log lines, each as a function that may cross the wire.

import {
  AnswerTooLargeError,
  EXECUTION_COMPLETED_MESSAGE,
  fitsInJson,
  sizeInJson,
  type ExecuteCallOptions,
  type ExecuteRequest,
  type LogLine,
  type OutboundFetchFn,
  type ToolDispatchFn,
} from '@supolka/codemode-executor-protocol'
import type { AbortWatch } from './abort-watch.ts'
import { REQUEST_BOUND } from './compose-call.ts'
import { lendOutbound } from './lent-outbound.ts'
import { plainCall } from './plain-call.ts'

/** The lent functions of one execution. Whoever lends ends it when the call has settled. */
export type LentFunctions = {
  readonly dispatch: ToolDispatchFn | null
  readonly outbound: OutboundFetchFn | undefined
  readonly options: Pick<ExecuteCallOptions, 'signal' | 'onLog'>
  /** Tool calls that have reached the caller. */
  readonly dispatched: number
  /** No tool call reaches the caller any more, and nobody waits for an abort. */
  end: () => void
}

/** What the functions are lent with. */
export type LendingTerms = {
  abort: AbortWatch
  /** Wraps every call of a tool and of the outbound function. */
  enter: <Result>(work: () => Result) => Result
}

export function lendFunctions(
  request: ExecuteRequest,
  { abort, enter }: LendingTerms,
): LentFunctions {
  const { dispatch, outbound, signal, onLog } = request
  let dispatched = 0
  let hasEnded = false
  const call: ToolDispatchFn = async (provider, tool, argsJson) => {
    if (hasEnded) return JSON.stringify({ error: EXECUTION_COMPLETED_MESSAGE })
    dispatched += 1
    const envelope: unknown = await plainCall(() =>
      enter(() => dispatch?.(provider, tool, argsJson)),
    )
    // Anything but text is outside the envelope, and the guest says so of any text that is no object.
    const text = typeof envelope === 'string' ? envelope : 'null'
    checkAnswer(`answer of tool "${tool}"`, [text])

    return text
  }

  return {
    dispatch: dispatch === undefined ? null : call,
    outbound: outbound ? lendOutbound((message) => enter(() => outbound(message))) : undefined,
    options: {
      ...(signal !== undefined && { signal: () => abort.fired }),
      ...(onLog !== undefined && { onLog: (line: LogLine) => passOn(line, onLog) }),
    },
    get dispatched() {
      return dispatched
    },
    end: () => {
      hasEnded = true
      abort.end()
    },
  }
}

function checkAnswer(what: string, texts: Array<string>): void {
  if (fitsInJson(texts, REQUEST_BOUND)) return
  throw new AnswerTooLargeError(what, sizeInJson(texts), REQUEST_BOUND)
}

function passOn(line: LogLine, onLog: (line: LogLine) => void): void {
  try {
    onLog(line)
  } catch {
    // The caller's own mistake: it may not lose the run, and a server is not to hear of it.
  }
}
