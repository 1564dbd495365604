// Errors that nobody can catch, as `error` events at the global object, and its `onerror` and
// `reportError`. Nothing here throws, and nothing here changes what the run comes to.

import { cancelEvent } from './event.ts'
import { callHandler, createEventHandler, type EventHandler } from './event-handler.ts'
import { ErrorEvent, isErrorEvent } from './event-kinds.ts'
import { dispatchTrusted, globalTarget } from './event-target.ts'
import { isObject, requireArguments, uncurryThis } from './webidl.ts'

type Position = { filename: string; lineno: number; colno: number }

const NOWHERE: Position = { filename: '', lineno: 0, colno: 0 }

/** A frame of a stack, `at name (file:line:column)` or `at file:line:column`. */
const FRAME = /^ +at (?:.*\()?([^()]+):(\d+):(\d+)\)?$/
const OWN_FILE = /^guest-|^<anonymous>$/

const exec = uncurryThis(RegExp.prototype.exec)
const split = uncurryThis(String.prototype.split as (this: string, by: string) => Array<string>)
const errorText = uncurryThis(Error.prototype.toString)
const { captureStackTrace } = Error
const { isError } = Error as unknown as { isError: (value: unknown) => value is Error }
const text = String

/** Where the topmost frame of a stack is that is not the runtime's own. */
const positionIn = (stack: unknown): Position => {
  if (typeof stack !== 'string') return NOWHERE
  const lines = split(stack, '\n')
  for (let i = 0; i < lines.length; i++) {
    const frame = exec(FRAME, lines[i] as string)
    if (frame === null || exec(OWN_FILE, frame[1] as string) !== null) continue
    return { filename: frame[1] as string, lineno: Number(frame[2]), colno: Number(frame[3]) }
  }
  return NOWHERE
}

/** What a thrown value says. Reads nothing of an object that is no error, as the standard asks. */
const describe = (thrown: unknown): string => {
  if (isError(thrown)) return errorText(thrown)
  return isObject(thrown) ? '#<Object>' : text(thrown)
}

/** The hooks of a thrown error may throw themselves. */
const attempt = <T>(read: () => T, otherwise: T): T => {
  try {
    return read()
  } catch {
    return otherwise
  }
}

const makeEvent = (thrown: unknown, caller: Position): ErrorEvent => {
  const position = isError(thrown) ? attempt(() => positionIn(thrown.stack), NOWHERE) : caller
  const message = `Uncaught ${attempt(() => describe(thrown), 'Error')}`
  return new ErrorEvent('error', {
    __proto__: null,
    cancelable: true,
    message,
    error: thrown,
    ...position,
  })
}

let isReporting = false

/** Reports an error. One that is thrown while another is reported is dropped, or there is no end. */
export const reportException = (thrown: unknown, caller: Position = NOWHERE): void => {
  if (isReporting) return
  isReporting = true
  try {
    dispatchTrusted(globalTarget, makeEvent(thrown, caller))
  } catch {
    // The program left no room on the stack.
  }
  isReporting = false
}

/** The handler takes the parts of the event, and `true` is its way to say that it is dealt with. */
export const onerror: EventHandler = createEventHandler(globalTarget, 'error', (handler, event) => {
  if (!isErrorEvent(event)) {
    callHandler(handler, event)
    return
  }
  const { message, filename, lineno, colno, error } = event
  const answer = Reflect.apply(handler, globalThis, [message, filename, lineno, colno, error])
  if (answer === true) cancelEvent(event)
})

export const reportError: (thrown: unknown) => void = {
  reportError(thrown: unknown): void {
    requireArguments(arguments.length, 1, 'reportError')
    const here: { stack?: unknown } = {}
    captureStackTrace(here, reportError)
    reportException(thrown, positionIn(here.stack))
  },
}.reportError
