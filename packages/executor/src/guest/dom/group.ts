// The group `dom`: DOMException, events and abort signals.

import { isAbortController } from './abort.ts'
import { isEvent } from './event.ts'
import { EventTarget, isEventTarget } from './event-target.ts'

export { AbortController, AbortSignal, followSignals } from './abort.ts'
export { cloneDOMException, DOMException, isDOMException } from './dom-exception.ts'
export { createEventHandler, type EventHandler } from './event-handler.ts'
export { CustomEvent, ErrorEvent, PromiseRejectionEvent } from './event-kinds.ts'
export { Event, isDispatching } from './event.ts'
export { dispatchTrusted, EventTarget } from './event-target.ts'
export { onerror, reportError, reportException } from './global-errors.ts'
export { cloneQuotaExceededError, QuotaExceededError } from './quota-exceeded-error.ts'
export {
  abortReason,
  addAbortAlgorithm,
  isAborted,
  isAbortSignal,
  removeAbortAlgorithm,
} from './signal-state.ts'

/** What the global object inherits, callable before it does. */
export const addEventListener: EventTarget['addEventListener'] =
  EventTarget.prototype.addEventListener
export const dispatchEvent: EventTarget['dispatchEvent'] = EventTarget.prototype.dispatchEvent
export const removeEventListener: EventTarget['removeEventListener'] =
  EventTarget.prototype.removeEventListener

/** Whether a value is an object of this group that structuredClone refuses. */
export const isPlatformObject = (value: unknown): boolean =>
  isEvent(value) || isEventTarget(value) || isAbortController(value)
