// EventTarget without a tree: dispatch happens at the target alone. The global object is a target, too,
// and since its listeners cannot be in it, a target that no program sees holds them.

import { defineInterface } from './define-interface.ts'
import { DOMException } from './dom-exception.ts'
import { type Event, type EventState, isEvent, stateOf } from './event.ts'
import { addAbortAlgorithm, isAbortSignal, isAborted } from './signal-state.ts'
import { isObject, requireArguments, toDictionary, toDOMString } from './webidl.ts'

type Listener = {
  type: string
  callback: object
  capture: boolean
  once: boolean
  passive: boolean
  removed: boolean
}

const captureOf = (options: unknown): boolean =>
  isObject(options) ? Boolean((options as { capture?: unknown }).capture) : Boolean(options)

const signalOf = (options: Record<string, unknown>): object | null => {
  const { signal } = options
  if (signal === undefined) return null
  if (!isAbortSignal(signal)) {
    throw new TypeError('EventTarget.addEventListener: the signal is not an AbortSignal.')
  }
  return signal
}

const callListener = (listener: Listener, event: Event, state: EventState): void => {
  const { callback } = listener
  state.inPassiveListener = listener.passive
  try {
    if (typeof callback === 'function') Reflect.apply(callback, state.currentTarget, [event])
    else {
      const method = (callback as { handleEvent?: unknown }).handleEvent
      if (typeof method !== 'function') throw new TypeError('handleEvent is not a function.')
      Reflect.apply(method, callback, [event])
    }
  } catch (error) {
    runtime.reportError(error)
  }
  state.inPassiveListener = false
}

// Set from the static block of EventTarget, which alone can see the private field.
let dispatchTo: (target: EventTarget, event: Event) => boolean
let brandOf: (value: unknown) => boolean

const globalObject = globalThis

/** The target that a receiver stands for: a call without one is on the global object. */
const targetOf = (receiver: EventTarget | undefined | null): EventTarget =>
  receiver === undefined || receiver === null || (receiver as unknown) === globalObject
    ? globalTarget
    : receiver

/** What a program sees of a target. */
const faceOf = (target: EventTarget): EventTarget =>
  target === globalTarget ? (globalObject as unknown as EventTarget) : target

export class EventTarget {
  #listeners: Array<Listener> = []

  static {
    dispatchTo = (target, event) => target.#dispatch(event)
    brandOf = (value) => typeof value === 'object' && value !== null && #listeners in value
  }

  addEventListener(type: unknown, callback: unknown, options: unknown = undefined): void {
    requireArguments(arguments.length, 2, 'EventTarget.addEventListener')
    const target = targetOf(this)
    void target.#listeners
    const text = toDOMString(type)
    if (callback !== null && callback !== undefined && !isObject(callback)) {
      throw new TypeError('EventTarget.addEventListener: the listener is not an object.')
    }
    const capture = captureOf(options)
    const flags = isObject(options) ? toDictionary(options, 'EventTarget') : {}
    const once = Boolean(flags['once'])
    const passive = Boolean(flags['passive'])
    const signal = signalOf(flags)
    if (signal !== null && isAborted(signal)) return
    if (callback === null || callback === undefined) return
    if (target.#find(text, callback, capture) !== undefined) return
    const listener = { type: text, callback, capture, once, passive, removed: false }
    target.#listeners.push(listener)
    if (signal !== null) addAbortAlgorithm(signal, () => target.#remove(listener))
  }

  removeEventListener(type: unknown, callback: unknown, options: unknown = undefined): void {
    requireArguments(arguments.length, 2, 'EventTarget.removeEventListener')
    const target = targetOf(this)
    void target.#listeners
    const text = toDOMString(type)
    if (callback !== null && callback !== undefined && !isObject(callback)) {
      throw new TypeError('EventTarget.removeEventListener: the listener is not an object.')
    }
    const listener = target.#find(text, callback, captureOf(options))
    if (listener !== undefined) target.#remove(listener)
  }

  dispatchEvent(event: unknown): boolean {
    requireArguments(arguments.length, 1, 'EventTarget.dispatchEvent')
    const target = targetOf(this)
    void target.#listeners
    if (!isEvent(event)) throw new TypeError('EventTarget.dispatchEvent: this is not an Event.')
    const state = stateOf(event)
    if (state.dispatching) {
      // oxlint-disable-next-line typescript/only-throw-error -- it is one, by its prototype
      throw new DOMException('The event is already being dispatched.', 'InvalidStateError')
    }
    state.trusted = false
    return target.#dispatch(event)
  }

  #find(type: string, callback: unknown, capture: boolean): Listener | undefined {
    const list = this.#listeners
    for (let i = 0; i < list.length; i++) {
      const listener = list[i]
      if (listener === undefined || listener.type !== type) continue
      if (listener.callback === callback && listener.capture === capture) return listener
    }
    return undefined
  }

  #remove(listener: Listener): void {
    listener.removed = true
    this.#listeners = this.#listeners.filter((other) => other !== listener)
  }

  #dispatch(event: Event): boolean {
    const state = stateOf(event)
    state.dispatching = true
    state.target = faceOf(this)
    state.currentTarget = state.target
    state.phase = 2
    this.#invoke(event, state, true)
    this.#invoke(event, state, false)
    state.phase = 0
    state.currentTarget = null
    state.dispatching = false
    state.stopped = false
    state.stoppedImmediately = false
    return !state.canceled
  }

  #invoke(event: Event, state: EventState, capture: boolean): void {
    if (state.stopped) return
    // The list is replaced, never changed, by a removal; additions during dispatch are not seen.
    const list = this.#listeners
    const { length } = list
    for (let i = 0; i < length; i++) {
      const listener = list[i]
      if (listener === undefined || listener.removed) continue
      if (listener.type !== state.type || listener.capture !== capture) continue
      if (listener.once) this.#remove(listener)
      callListener(listener, event, state)
      if (state.stoppedImmediately) return
    }
  }
}

/** Dispatches an event that the runtime made: its isTrusted is true. */
export const dispatchTrusted = (target: EventTarget, event: Event): boolean => {
  stateOf(event).trusted = true
  return dispatchTo(target, event)
}

export const isEventTarget = (value: unknown): value is EventTarget =>
  brandOf(value) || value === globalObject

/** Holds the listeners of the global object. */
export const globalTarget: EventTarget = new EventTarget()

defineInterface(EventTarget, 'EventTarget')
