// What the whole guest runtime knows of the run in this isolate. An isolate serves one run.

type RunState = {
  /** The run has reported its outcome: no tool call and no log line leaves any more. */
  isSettled: boolean
  /** The entry's arrow has been called. */
  isEntered: boolean
  /** The run asked to keep its isolate if it resolves to a fetch handler. */
  retainHandles: boolean
}

export const runState: RunState = {
  isSettled: false,
  isEntered: false,
  retainHandles: false,
}
