// An observer that keeps what it hears, and an executor under it.

import {
  createExecutor,
  type ChildExitEvent,
  type ExecutionEvent,
  type ExecutorObserver,
  type ExecutorOptions,
  type ToolCallEvent,
} from '@supolka/codemode-executor'

const WAIT_MS = 15_000

export type Recorder = {
  observer: ExecutorObserver
  executions: Array<ExecutionEvent>
  toolCalls: Array<ToolCallEvent>
  exits: Array<ChildExitEvent>
  closed: Array<string>
  /** Resolves when `isSo` is, which it looks at after each event; rejects after 15 seconds. */
  until: (isSo: () => boolean) => Promise<void>
}

export function createRecorder(): Recorder {
  const events = new EventTarget()
  const keep =
    <Event_>(list: Array<Event_>) =>
    (event: Event_): void => {
      list.push(event)
      events.dispatchEvent(new Event('heard'))
    }
  const [executions, toolCalls]: [Array<ExecutionEvent>, Array<ToolCallEvent>] = [[], []]
  const [exits, closed]: [Array<ChildExitEvent>, Array<string>] = [[], []]

  return {
    executions,
    toolCalls,
    exits,
    closed,
    observer: {
      onExecution: keep(executions),
      onToolCall: keep(toolCalls),
      onChildExit: keep(exits),
      onHandlesClosed: keep(closed),
    },
    until: async (isSo) => {
      const signal = AbortSignal.timeout(WAIT_MS)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const look = (): void => {
        if (isSo()) resolve()
      }
      events.addEventListener('heard', look)
      signal.addEventListener('abort', () => reject(new Error('It did not come about.')))
      look()
      try {
        await promise
      } finally {
        events.removeEventListener('heard', look)
      }
    },
  }
}

const { CODEMODE_NODE } = process.env

/** An executor of one worker, unless the options say otherwise, and the record of what it tells. */
export function openRecorded(
  options: ExecutorOptions = {},
): Recorder & { executor: ReturnType<typeof createExecutor> } & AsyncDisposable {
  const recorder = createRecorder()
  const executor = createExecutor({
    workers: 1,
    observer: recorder.observer,
    ...(CODEMODE_NODE !== undefined && { execPath: CODEMODE_NODE }),
    ...options,
  })

  return { ...recorder, executor, [Symbol.asyncDispose]: () => executor.dispose() }
}
