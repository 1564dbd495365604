// Event handler attributes such as `onmessage`: one place among the listeners, taken when a handler is
// set and kept while it is replaced.

import { cancelEvent, type Event, stateOf } from './event.ts'
import { EventTarget } from './event-target.ts'
import { isObject, uncurryThis } from './webidl.ts'

export type EventHandler = {
  get(): object | null
  /** Anything but an object sets no handler. */
  set(value: unknown): void
}

type Handler = (...args: ReadonlyArray<unknown>) => unknown

/** Calls a handler; an answer of `false` cancels the event. */
export const callHandler = (handler: Handler, event: Event): void => {
  const answer = Reflect.apply(handler, stateOf(event).currentTarget, [event])
  if (answer === false) cancelEvent(event)
}

const addListener = uncurryThis(EventTarget.prototype.addEventListener)
const removeListener = uncurryThis(EventTarget.prototype.removeEventListener)

export const createEventHandler = (
  target: EventTarget,
  type: string,
  call: (handler: Handler, event: Event) => void = callHandler,
): EventHandler => {
  let handler: object | null = null
  let listener: ((event: Event) => void) | null = null

  return {
    get: () => handler,
    set(value) {
      handler = isObject(value) ? value : null
      if (handler === null) {
        if (listener !== null) removeListener(target, type, listener)
        listener = null
      } else if (listener === null) {
        listener = (event) => {
          if (typeof handler === 'function') call(handler as Handler, event)
        }
        addListener(target, type, listener)
      }
    },
  }
}
