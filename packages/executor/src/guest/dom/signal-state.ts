// What an AbortSignal holds, kept beside the object so that EventTarget can read it without a cycle.

import { uncurryThis } from './webidl.ts'

export type SignalState = {
  aborted: boolean
  reason: unknown
  algorithms: Set<() => void>
  /** Signals made by AbortSignal.any that follow this one. */
  dependents: Array<object>
  /** The signals that this one follows; empty for one that follows none. */
  sources: Array<object>
  isDependent: boolean
}

const states = new WeakMap<object, SignalState>()
const get = states.get.bind(states)
const set = states.set.bind(states)
type Algorithms = Set<() => void>
type OnSet = (this: Algorithms, algorithm: () => void) => unknown

const addTo = uncurryThis(Set.prototype.add as OnSet)
const deleteFrom = uncurryThis(Set.prototype.delete as OnSet)

export const createSignalState = (signal: object): SignalState => {
  const state: SignalState = {
    aborted: false,
    reason: undefined,
    algorithms: new Set(),
    dependents: [],
    sources: [],
    isDependent: false,
  }
  set(signal, state)
  return state
}

/** The state of a signal. Throws a TypeError for anything else. */
export const signalState = (signal: unknown): SignalState => {
  const state = get(signal as object)
  if (state === undefined) throw new TypeError('This is not an AbortSignal.')
  return state
}

export const isAbortSignal = (value: unknown): value is object => get(value as object) !== undefined

export const isAborted = (signal: object): boolean => signalState(signal).aborted

export const abortReason = (signal: object): unknown => signalState(signal).reason

/** Runs `algorithm` when the signal aborts, before its event. Does nothing on an aborted signal. */
export const addAbortAlgorithm = (signal: object, algorithm: () => void): void => {
  const state = signalState(signal)
  if (!state.aborted) addTo(state.algorithms, algorithm)
}

export const removeAbortAlgorithm = (signal: object, algorithm: () => void): void => {
  deleteFrom(signalState(signal).algorithms, algorithm)
}
