// The group `dom`: DOMException, events and abort signals.

import { isAbortController } from './abort.ts'
import { isEvent } from './event.ts'
import { isEventTarget } from './event-target.ts'

export { AbortController, AbortSignal, followSignals } from './abort.ts'
export { cloneDOMException, DOMException, isDOMException } from './dom-exception.ts'
export { CustomEvent, ErrorEvent } from './event-kinds.ts'
export { Event } from './event.ts'
export { EventTarget } from './event-target.ts'
export { cloneQuotaExceededError, QuotaExceededError } from './quota-exceeded-error.ts'
export {
  abortReason,
  addAbortAlgorithm,
  isAborted,
  isAbortSignal,
  removeAbortAlgorithm,
} from './signal-state.ts'

/** Whether a value is an object of this group that structuredClone refuses. */
export const isPlatformObject = (value: unknown): boolean =>
  isEvent(value) || isEventTarget(value) || isAbortController(value)
