// What an executor tells whoever watches it: ends of executions, tool calls, children and handles.

import type { ExecutorErrorCode, RunUsage } from '@supolka/codemode-executor-protocol'

/**
 * How an execution ended. `threw` is every failure of a program that none of the others names, a
 * provider name or a module map that cannot be used included; `timeout` includes `maxOccupancy`. What
 * a run returned is not read for this, so a text that is no JSON has `returned` as well. A code means that it rejected with that fault.
 */
export type ExecutionOutcome =
  | 'returned'
  | 'retained'
  | 'threw'
  | 'timeout'
  | 'memory'
  | 'aborted'
  | ExecutorErrorCode

/** One execution that has settled. */
export type ExecutionEvent = {
  outcome: ExecutionOutcome
  /** How long it waited for a worker, in milliseconds. */
  queuedMs: number
  usage: RunUsage
}

/** One tool call that the caller's dispatch has answered, whether or not its run still waited. */
export type ToolCallEvent = {
  /** In milliseconds. */
  durationMs: number
}

/** Why a child is gone. */
export type ChildExitCause =
  /** It had served its number of runs. */
  | 'recycled'
  /** A nested execution had needed it, and nothing nested waits any more. */
  | 'surplus'
  /** A run or an invocation was past its bound of time, `maxOccupancy` included. */
  | 'timeout'
  /** A run or an invocation was past its memory limit, or V8 gave up on what it asked for. */
  | 'memory'
  /** The caller of a run aborted it. */
  | 'aborted'
  /** The handles that it served were closed, or their idle bound had passed. */
  | 'handles-closed'
  /** It died by itself, with no verdict and no fault of a program that is known. */
  | 'crashed'
  /** It ended itself, since its program went on after the outcome and could not be stopped. */
  | 'restless'
  /** It said nothing for too long while a run was going on. */
  | 'silent'
  /** It could not be started, or died before its first isolate was prepared. */
  | 'failed-start'
  /** It had no isolate prepared in time, at its start or after a run. */
  | 'not-ready'
  /** It sent what no child in order sends. */
  | 'protocol'
  /** The executor was disposed. */
  | 'disposed'

/** One child that is gone. */
export type ChildExitEvent = {
  workerId: number
  cause: ChildExitCause
  code: number | null
  signal: string | null
  /** The end of what it wrote to its stderr, at most 2,000 characters; a program may have a say in it. */
  lastWords: string
}

/**
 * Watches an executor, for metrics and logs. Each member is called synchronously, so it should be
 * short; what it throws is dropped, and only the first throw becomes a process warning.
 */
export interface ExecutorObserver {
  /** Once for each execution that settles. A request refused for a wrong field is none. */
  onExecution?(event: ExecutionEvent): void
  onToolCall?(event: ToolCallEvent): void
  onChildExit?(event: ChildExitEvent): void
  /** Once for each retained execution, when its handles end for whatever reason. */
  onHandlesClosed?(executionId: string): void
}

/** An observer with every member, none of which throws. */
export function guardObserver(observer: ExecutorObserver = {}): Required<ExecutorObserver> {
  let hasWarned = false
  // An observer sees the executor's inner steps: a throw of its own may not cut one of them short.
  const guarded = (notify: () => void): void => {
    try {
      notify()
    } catch (error) {
      if (!hasWarned) process.emitWarning(`observer threw: ${String(error)}`, WARNING)
      hasWarned = true
    }
  }

  return {
    onExecution: (event) => guarded(() => observer.onExecution?.(event)),
    onToolCall: (event) => guarded(() => observer.onToolCall?.(event)),
    onChildExit: (event) => guarded(() => observer.onChildExit?.(event)),
    onHandlesClosed: (executionId) => guarded(() => observer.onHandlesClosed?.(executionId)),
  }
}

const WARNING = 'CodemodeExecutorWarning'
