// The Headers class. Names and values are checked; the browser's lists of forbidden names are not
// applied, as in every runtime on a server.

import { defineInterface } from '../dom/define-interface.ts'
import { definePairIterable } from '../dom/pair-iterable.ts'
import { isObject, requireArguments, toByteString, toSequence } from '../dom/webidl.ts'
import {
  appendHeader,
  createHeaderList,
  deleteHeader,
  getHeader,
  getSetCookies,
  hasHeader,
  type HeaderList,
  isHeaderValue,
  isToken,
  normalizeValue,
  setHeader,
  sortedPairs,
} from './header-list.ts'

type State = { list: HeaderList; immutable: boolean }

const toName = (value: unknown, context: string): string => {
  const name = toByteString(value, context)
  if (!isToken(name)) throw new TypeError(`${context}: ${quote(name)} is not a header name.`)
  return name.toLowerCase()
}

const toValue = (text: string, context: string): string => {
  const value = normalizeValue(text)
  if (!isHeaderValue(value))
    throw new TypeError(`${context}: the value cannot be sent in a header.`)
  return value
}

const quote = (text: string): string => JSON.stringify(text.slice(0, 100))

/** Converts, checks and appends one pair. */
const appendPair = (state: State, name: unknown, value: unknown, context: string): void => {
  const nameText = toByteString(name, context)
  const valueText = toByteString(value, context)
  const key = toName(nameText, context)
  const checked = toValue(valueText, context)
  requireMutable(state, context)
  appendHeader(state.list, key, checked)
}

const requireMutable = (state: State, context: string): void => {
  if (state.immutable) throw new TypeError(`${context}: these headers cannot be changed.`)
}

const pairOf = (item: unknown, context: string): [unknown, unknown] => {
  const pair = toSequence(item, context)
  if (pair.length !== 2)
    throw new TypeError(`${context}: a header is not a pair of name and value.`)
  return [pair[0], pair[1]]
}

type Pairs = Array<[name: unknown, value: unknown]>

const sequencePairs = (init: object, context: string): Pairs => {
  const items = toSequence(init, context)
  const pairs: Pairs = []
  for (let i = 0; i < items.length; i++) pairs.push(pairOf(items[i], context))
  return pairs
}

const recordPairs = (init: object, context: string): Pairs => {
  const keys = Reflect.ownKeys(init)
  const pairs: Pairs = []
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string
    if (!Reflect.getOwnPropertyDescriptor(init, key)?.enumerable) continue
    const name = toByteString(key, context)
    pairs.push([name, toByteString((init as Record<string, unknown>)[key], context)])
  }
  return pairs
}

/** Reads a HeadersInit: an iterable of pairs or a plain record. */
const fill = (state: State, init: unknown, context: string): void => {
  if (!isObject(init)) throw new TypeError(`${context}: the headers are not an object.`)
  const method = (init as { [Symbol.iterator]?: unknown })[Symbol.iterator]
  const isSequence = method !== undefined && method !== null
  const pairs = isSequence ? sequencePairs(init, context) : recordPairs(init, context)
  for (let i = 0; i < pairs.length; i++) {
    const pair = pairs[i] as [unknown, unknown]
    appendPair(state, pair[0], pair[1], context)
  }
}

// Set from the static block of Headers, which alone can see the private field.
let readState: (headers: unknown) => State | undefined

export class Headers {
  readonly #state: State = { list: createHeaderList(), immutable: false }

  static {
    readState = (headers) => (isObject(headers) && #state in headers ? headers.#state : undefined)
  }

  constructor(init: unknown = undefined) {
    if (init !== undefined) fill(this.#state, init, 'Headers constructor')
  }

  append(name: unknown, value: unknown): void {
    requireArguments(arguments.length, 2, 'Headers.append')
    appendPair(this.#state, name, value, 'Headers.append')
  }

  delete(name: unknown): void {
    requireArguments(arguments.length, 1, 'Headers.delete')
    const state = this.#state
    const key = toName(name, 'Headers.delete')
    requireMutable(state, 'Headers.delete')
    deleteHeader(state.list, key)
  }

  get(name: unknown): string | null {
    requireArguments(arguments.length, 1, 'Headers.get')
    const { list } = this.#state
    return getHeader(list, toName(name, 'Headers.get'))
  }

  getSetCookie(): Array<string> {
    return getSetCookies(this.#state.list)
  }

  has(name: unknown): boolean {
    requireArguments(arguments.length, 1, 'Headers.has')
    const { list } = this.#state
    return hasHeader(list, toName(name, 'Headers.has'))
  }

  set(name: unknown, value: unknown): void {
    requireArguments(arguments.length, 2, 'Headers.set')
    const state = this.#state
    const nameText = toByteString(name, 'Headers.set')
    const valueText = toByteString(value, 'Headers.set')
    const key = toName(nameText, 'Headers.set')
    const checked = toValue(valueText, 'Headers.set')
    requireMutable(state, 'Headers.set')
    setHeader(state.list, key, checked)
  }
}

const stateOf = (headers: unknown): State => {
  const state = readState(headers)
  if (state === undefined) throw new TypeError('This is not a Headers object.')
  return state
}

definePairIterable<object>(
  Headers.prototype,
  'Headers',
  (self): asserts self is object => void stateOf(self),
  (self, index) => sortedPairs(stateOf(self).list)[index],
)
defineInterface(Headers, 'Headers')

export const isHeaders = (value: unknown): boolean => readState(value) !== undefined

/** The list behind a Headers object; changes show on the object. */
export const headerListOf = (headers: Headers): HeaderList => stateOf(headers).list

/** A Headers object over a list. */
export const wrapHeaderList = (list: HeaderList, immutable: boolean): Headers => {
  const headers = new Headers()
  const state = stateOf(headers)
  state.list = list
  state.immutable = immutable
  return headers
}

/** Adds a HeadersInit to a Headers object. */
export const fillHeaders = (headers: Headers, init: unknown, context: string): void =>
  fill(stateOf(headers), init, context)
