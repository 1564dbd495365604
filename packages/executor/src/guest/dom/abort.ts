// AbortController and AbortSignal, with signals that follow other signals.

import { defineInterface } from './define-interface.ts'
import { DOMException } from './dom-exception.ts'
import { Event } from './event.ts'
import { createEventHandler, type EventHandler } from './event-handler.ts'
import { dispatchTrusted, EventTarget } from './event-target.ts'
import { createSignalState, isAbortSignal, signalState } from './signal-state.ts'
import { isObject, requireArguments, toEnforcedInteger, toSequence, uncurryThis } from './webidl.ts'

const LONGEST_TIMER = 2_147_483_647
const setForEach = uncurryThis(
  Set.prototype.forEach as (
    this: Set<() => void>,
    callback: (algorithm: () => void) => void,
  ) => void,
)

// Programs cannot construct a signal; the token tells the runtime's own calls apart.
const TOKEN = {}

export class AbortSignal extends EventTarget {
  readonly #onabort: EventHandler = createEventHandler(this, 'abort')

  constructor(...args: Array<unknown>) {
    if (args[0] !== TOKEN) throw new TypeError('Illegal constructor')
    super()
    createSignalState(this)
  }

  static abort(reason: unknown = undefined): AbortSignal {
    const signal = createSignal()
    const state = signalState(signal)
    state.aborted = true
    state.reason = reasonOr(reason)
    return signal
  }

  static timeout(milliseconds: unknown): AbortSignal {
    requireArguments(arguments.length, 1, 'AbortSignal.timeout')
    const delay = toEnforcedInteger(milliseconds, 'AbortSignal.timeout')
    const signal = createSignal()
    runtime.setTimer(
      () => {
        const text = 'The operation was aborted because it timed out.'
        abortSignal(signal, new DOMException(text, 'TimeoutError'))
      },
      delay > LONGEST_TIMER ? LONGEST_TIMER : delay,
    )
    return signal
  }

  static any(signals: unknown): AbortSignal {
    requireArguments(arguments.length, 1, 'AbortSignal.any')
    const list = toSequence(signals, 'AbortSignal.any')
    if (!list.every(isAbortSignal)) {
      throw new TypeError('AbortSignal.any: one of the values is not an AbortSignal.')
    }
    return followSignals(list)
  }

  get aborted(): boolean {
    return signalState(this).aborted
  }

  get reason(): unknown {
    return signalState(this).reason
  }

  throwIfAborted(): void {
    const { aborted, reason } = signalState(this)
    // oxlint-disable-next-line typescript/only-throw-error -- the reason is the program's own value
    if (aborted) throw reason
  }

  get onabort(): object | null {
    return this.#onabort.get()
  }

  set onabort(value: unknown) {
    this.#onabort.set(value)
  }
}

const reasonOr = (reason: unknown): unknown =>
  reason === undefined ? new DOMException('The operation was aborted.', 'AbortError') : reason

const createSignal = (): AbortSignal => new AbortSignal(TOKEN)

const runAbortSteps = (signal: AbortSignal): void => {
  const state = signalState(signal)
  const { algorithms } = state
  state.algorithms = new Set()
  setForEach(algorithms, (algorithm) => algorithm())
  dispatchTrusted(signal, new Event('abort'))
}

/** Aborts a signal and those that follow it. `reason` undefined means an AbortError. */
const abortSignal = (signal: AbortSignal, reason: unknown): void => {
  const state = signalState(signal)
  if (state.aborted) return
  state.aborted = true
  state.reason = reasonOr(reason)
  const followers: Array<AbortSignal> = []
  for (let i = 0; i < state.dependents.length; i++) {
    const follower = state.dependents[i] as AbortSignal
    const followerState = signalState(follower)
    if (followerState.aborted) continue
    followerState.aborted = true
    followerState.reason = state.reason
    followers.push(follower)
  }
  state.dependents = []
  runAbortSteps(signal)
  for (let i = 0; i < followers.length; i++) runAbortSteps(followers[i] as AbortSignal)
}

const follow = (result: AbortSignal, source: object): void => {
  const state = signalState(result)
  if (state.sources.includes(source)) return
  state.sources.push(source)
  signalState(source).dependents.push(result)
}

/** A signal that aborts with the first of the given ones (the standard's dependent signal). */
export const followSignals = (signals: ReadonlyArray<object>): AbortSignal => {
  const result = createSignal()
  const state = signalState(result)
  for (let i = 0; i < signals.length; i++) {
    const other = signalState(signals[i])
    if (other.aborted) {
      state.aborted = true
      state.reason = other.reason
      return result
    }
  }
  state.isDependent = true
  for (let i = 0; i < signals.length; i++) {
    const other = signalState(signals[i])
    if (!other.isDependent) follow(result, signals[i] as object)
    else for (let j = 0; j < other.sources.length; j++) follow(result, other.sources[j] as object)
  }
  return result
}

export class AbortController {
  readonly #signal: AbortSignal = createSignal()

  get signal(): AbortSignal {
    return this.#signal
  }

  abort(reason: unknown = undefined): void {
    abortSignal(this.#signal, reason)
  }

  static isInstance(value: unknown): boolean {
    return isObject(value) && #signal in value
  }
}

export const isAbortController: (value: unknown) => boolean = AbortController.isInstance
Reflect.deleteProperty(AbortController, 'isInstance')

defineInterface(AbortSignal, 'AbortSignal')
defineInterface(AbortController, 'AbortController')
