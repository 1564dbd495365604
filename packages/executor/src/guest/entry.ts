// The run itself: calls the program's arrow and reports what it settles to. The outcome leaves through
// the bridge and never as the outcome of the evaluating call, which an unhandled rejection replaces.

import {
  PAYLOAD_LIMIT,
  PayloadTooLargeError,
  stringifyForDispatch,
} from '@supolka/codemode-executor-protocol'
import { postToChild } from './bridge.ts'
import { startClock } from './clock.ts'
import { retainHandler } from './handles.ts'
import { utf8Size } from './intrinsics.ts'
import { describeFailure } from './describe-failure.ts'
import { runState } from './run-state.ts'

/** The composed entry calls this with the program's arrow, once. */
export function runEntry(program: unknown): void {
  if (runState.isEntered) return
  runState.isEntered = true
  startClock()
  void settle(program)
}

async function settle(program: unknown): Promise<void> {
  try {
    const value: unknown = await call(program)
    if (runState.retainHandles && retainHandler(value)) settleAs('retained', '')
    else settleWithValue(value)
  } catch (error) {
    settleAs('failed', describeFailure(error))
  }
}

function call(program: unknown): unknown {
  if (typeof program === 'function') return program()

  throw new TypeError(
    'The code is not a function. Write it as one arrow function, such as async () => { ... }.',
  )
}

function settleWithValue(value: unknown): void {
  const text = stringifyForDispatch(value)
  if (text === undefined) settleAs('undefined', '')
  else settleAs('value', text)
}

function settleAs(outcome: string, text: string): void {
  runState.isSettled = true
  // What is longer than the bound in characters is longer in bytes: no need to cross to know it.
  if (text.length > PAYLOAD_LIMIT) {
    postToChild(
      'done',
      'failed',
      new PayloadTooLargeError("run's answer", utf8Size(text), PAYLOAD_LIMIT).message,
    )
  } else {
    postToChild('done', outcome, text)
  }
}
