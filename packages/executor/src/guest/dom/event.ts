// Event, CustomEvent and ErrorEvent. Their state is reachable for EventTarget, not for programs.

import { defineConstants, defineInterface } from './define-interface.ts'
import type { EventTarget } from './event-target.ts'
import { requireArguments, toDictionary, toDOMString } from './webidl.ts'

export type EventState = {
  type: string
  bubbles: boolean
  cancelable: boolean
  composed: boolean
  target: EventTarget | null
  currentTarget: EventTarget | null
  phase: number
  dispatching: boolean
  stopped: boolean
  stoppedImmediately: boolean
  canceled: boolean
  inPassiveListener: boolean
  trusted: boolean
}

const newState = (type: string, init: Record<string, unknown>): EventState => ({
  type,
  bubbles: Boolean(init['bubbles']),
  cancelable: Boolean(init['cancelable']),
  composed: Boolean(init['composed']),
  target: null,
  currentTarget: null,
  phase: 0,
  dispatching: false,
  stopped: false,
  stoppedImmediately: false,
  canceled: false,
  inPassiveListener: false,
  trusted: false,
})

const cancel = (state: EventState): void => {
  if (state.cancelable && !state.inPassiveListener) state.canceled = true
}

// Set from the static block of Event, which alone can see the private field.
let readState: (event: unknown) => EventState | undefined

export class Event {
  readonly #state: EventState
  readonly #timeStamp: number = runtime.currentTime()

  static {
    readState = (event) =>
      typeof event === 'object' && event !== null && #state in event ? event.#state : undefined
  }

  constructor(type: unknown, init: unknown = undefined) {
    requireArguments(arguments.length, 1, 'Event constructor')
    const text = toDOMString(type)
    this.#state = newState(text, toDictionary(init, 'Event constructor'))
    Object.defineProperty(this, 'isTrusted', IS_TRUSTED)
  }

  get type(): string {
    return this.#state.type
  }
  get target(): EventTarget | null {
    return this.#state.target
  }
  get srcElement(): EventTarget | null {
    return this.#state.target
  }
  get currentTarget(): EventTarget | null {
    return this.#state.currentTarget
  }
  composedPath(): Array<EventTarget> {
    const { currentTarget } = this.#state
    return currentTarget === null ? [] : [currentTarget]
  }
  get eventPhase(): number {
    return this.#state.phase
  }
  stopPropagation(): void {
    this.#state.stopped = true
  }
  get cancelBubble(): boolean {
    return this.#state.stopped
  }
  set cancelBubble(value: unknown) {
    if (value) this.#state.stopped = true
  }
  stopImmediatePropagation(): void {
    this.#state.stopped = true
    this.#state.stoppedImmediately = true
  }
  get bubbles(): boolean {
    return this.#state.bubbles
  }
  get cancelable(): boolean {
    return this.#state.cancelable
  }
  get returnValue(): boolean {
    return !this.#state.canceled
  }
  set returnValue(value: unknown) {
    if (!value) cancel(this.#state)
    else void this.#state
  }
  preventDefault(): void {
    cancel(this.#state)
  }
  get defaultPrevented(): boolean {
    return this.#state.canceled
  }
  get composed(): boolean {
    return this.#state.composed
  }
  get timeStamp(): number {
    return this.#timeStamp
  }
  initEvent(type: unknown, bubbles: unknown = false, cancelable: unknown = false): void {
    requireArguments(arguments.length, 1, 'Event.initEvent')
    const state = this.#state
    const text = toDOMString(type)
    if (state.dispatching) return
    Object.assign(state, newState(text, { bubbles, cancelable, composed: state.composed }))
  }
}

export const stateOf = (event: unknown): EventState => {
  const state = readState(event)
  if (state === undefined) throw new TypeError('This is not an Event.')
  return state
}

export const isDispatching = (event: unknown): boolean => stateOf(event).dispatching

export const cancelEvent = (event: unknown): void => cancel(stateOf(event))

export const isEvent = (value: unknown): value is Event => readState(value) !== undefined

// [LegacyUnforgeable]: an own accessor of every event, with one getter for all of them.
const IS_TRUSTED: PropertyDescriptor = {
  get: Object.getOwnPropertyDescriptor(
    {
      get isTrusted(): boolean {
        return stateOf(this).trusted
      },
    },
    'isTrusted',
  )?.get as () => boolean,
  enumerable: true,
  configurable: false,
}

defineInterface(Event, 'Event')
defineConstants(Event, { NONE: 0, CAPTURING_PHASE: 1, AT_TARGET: 2, BUBBLING_PHASE: 3 })
