// The Request class.

import { defineInterface } from '../dom/define-interface.ts'
import { need } from '../dom/need.ts'
import { isObject, requireArguments } from '../dom/webidl.ts'
import { type Body, cloneBody, isUnusable } from './body.ts'
import { defineBodyMixin } from './body-mixin.ts'
import { copyHeaderList, createHeaderList, hasHeader } from './header-list.ts'
import { appendHeader } from './header-list.ts'
import { fillHeaders, headerListOf, type Headers, wrapHeaderList } from './headers.ts'
import {
  applyInit,
  initBody,
  newRequestState,
  readInit,
  type RequestState,
  requireBodyMethod,
  toUrl,
} from './request-state.ts'

type AbortSignal = InstanceType<(typeof import('../dom/group.ts'))['AbortSignal']>

const CONTEXT = 'Request constructor'

const stateFrom = (input: unknown): RequestState => {
  if (!isRequest(input)) {
    const state = newRequestState(toUrl(input, CONTEXT))
    if (state.url.username !== '' || state.url.password !== '') {
      throw new TypeError(`${CONTEXT}: the URL has credentials; send them in a header instead.`)
    }
    return state
  }
  return { ...internalsOf(input).state }
}

const signalFor = (input: unknown, init: Record<string, unknown>): AbortSignal => {
  const { followSignals, isAbortSignal } = need('dom')
  let source: unknown = isRequest(input) ? internalsOf(input).signal : null
  if (init['signal'] !== undefined) source = init['signal']
  if (source === null) return followSignals([])
  if (!isAbortSignal(source)) throw new TypeError(`${CONTEXT}: the signal is not an AbortSignal.`)
  return followSignals([source])
}

const headersFor = (input: unknown, init: Record<string, unknown>): Headers => {
  const given = init['headers']
  const inherited = given === undefined && isRequest(input)
  const list = inherited ? copyHeaderList(headerListOf(internalsOf(input).headers)) : undefined
  const headers = wrapHeaderList(list ?? createHeaderList(), false)
  if (given !== undefined) fillHeaders(headers, given, CONTEXT)
  return headers
}

/** A body that another Request gives up to this one. */
const inheritBody = (input: unknown, state: RequestState): Body | null => {
  const inner = isRequest(input) ? internalsOf(input).state : undefined
  const body = inner?.body ?? null
  if (inner === undefined || body === null) return null
  requireBodyMethod(state)
  if (isUnusable(body)) throw new TypeError(`${CONTEXT}: the body is locked or was already read.`)
  if (body.stream !== null) {
    return { ...body, stream: need('streams').takeOver(body.stream), failStream: null }
  }
  inner.body = { ...body, bytes: null, used: true }
  return body
}

type Internals = {
  state: RequestState
  headers: Headers
  signal: AbortSignal
}

// Set from the static block of Request, which alone can see the private field.
let readInternals: (request: unknown) => Internals | undefined
let construct: (internals: Internals) => Request

const build = (input: unknown, given: unknown): Internals => {
  const init = readInit(given)
  const state = stateFrom(input)
  applyInit(state, init)
  const signal = signalFor(input, init)
  const headers = headersFor(input, init)
  const own = initBody(state, init)
  state.body = own === null ? inheritBody(input, state) : own.body
  const list = headerListOf(headers)
  if (own !== null && own.type !== null && !hasHeader(list, 'content-type')) {
    appendHeader(list, 'content-type', own.type)
  }
  return { state, headers, signal }
}

class Prepared {
  readonly internals: Internals

  constructor(internals: Internals) {
    this.internals = internals
  }
}

export class Request {
  readonly #internals: Internals

  static {
    readInternals = (request) =>
      isObject(request) && #internals in request ? request.#internals : undefined
    construct = (internals) => new Request(new Prepared(internals))
  }

  constructor(input: unknown, init: unknown = undefined) {
    requireArguments(arguments.length, 1, CONTEXT)
    this.#internals = input instanceof Prepared ? input.internals : build(input, init)
  }

  get method(): string {
    return this.#internals.state.method
  }
  get url(): string {
    return need('url').serializeURL(this.#internals.state.url)
  }
  get headers(): Headers {
    return this.#internals.headers
  }
  get destination(): string {
    void this.#internals
    return ''
  }
  get referrer(): string {
    const { referrer } = this.#internals.state
    return referrer === 'no-referrer' ? '' : referrer
  }
  get referrerPolicy(): string {
    return this.#internals.state.referrerPolicy
  }
  get mode(): string {
    return this.#internals.state.mode
  }
  get credentials(): string {
    return this.#internals.state.credentials
  }
  get cache(): string {
    return this.#internals.state.cache
  }
  get redirect(): string {
    return this.#internals.state.redirect
  }
  get integrity(): string {
    return this.#internals.state.integrity
  }
  get keepalive(): boolean {
    return this.#internals.state.keepalive
  }
  get isReloadNavigation(): boolean {
    void this.#internals
    return false
  }
  get isHistoryNavigation(): boolean {
    void this.#internals
    return false
  }
  get signal(): AbortSignal {
    return this.#internals.signal
  }
  get duplex(): string {
    void this.#internals
    return 'half'
  }

  clone(): Request {
    const { headers, signal, state } = this.#internals
    if (state.body !== null && isUnusable(state.body)) {
      throw new TypeError('Request.clone: the body is locked or was already read.')
    }
    return construct({
      state: { ...state, body: state.body === null ? null : cloneBody(state.body) },
      headers: wrapHeaderList(copyHeaderList(headerListOf(headers)), false),
      signal: need('dom').followSignals([signal]),
    })
  }
}

/** What stands behind a Request, out of reach of overridden members. */
export const internalsOf = (request: unknown): Internals => {
  const internals = readInternals(request)
  if (internals === undefined) throw new TypeError('This is not a Request.')
  return internals
}

export const isRequest = (value: unknown): value is Request => readInternals(value) !== undefined

defineBodyMixin(Request.prototype, (self) => {
  const { headers, state } = internalsOf(self)
  return { body: state.body, headers: headerListOf(headers) }
})
defineInterface(Request, 'Request')
