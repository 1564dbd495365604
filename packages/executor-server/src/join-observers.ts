// Lets more than one party watch an executor.

import type { ExecutorObserver } from '@supolka/codemode-executor'

/** An observer that tells each of these, in order. */
export function joinObservers(observers: Array<ExecutorObserver>): ExecutorObserver {
  return {
    onExecution: (event) => observers.forEach((one) => one.onExecution?.(event)),
    onToolCall: (event) => observers.forEach((one) => one.onToolCall?.(event)),
    onChildExit: (event) => observers.forEach((one) => one.onChildExit?.(event)),
    onHandlesClosed: (id) => observers.forEach((one) => one.onHandlesClosed?.(id)),
  }
}
