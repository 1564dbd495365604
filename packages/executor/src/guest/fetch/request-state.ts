// What a Request holds, and how the members of its init change it.

import { need } from '../dom/need.ts'
import { isObject, toByteString, toDictionary, toDOMString } from '../dom/webidl.ts'
import { toEnum, toUSVString } from '../dom/webidl.ts'
import { type Body, extractBody } from './body.ts'
import { isToken } from './header-list.ts'

export type UrlRecord = NonNullable<ReturnType<(typeof import('../url/group.ts'))['parseURL']>>

const REFERRER_POLICIES = [
  '',
  'no-referrer',
  'no-referrer-when-downgrade',
  'same-origin',
  'origin',
  'strict-origin',
  'origin-when-cross-origin',
  'strict-origin-when-cross-origin',
  'unsafe-url',
] as const
const MODES = ['navigate', 'same-origin', 'no-cors', 'cors'] as const
const CREDENTIALS = ['omit', 'same-origin', 'include'] as const
const CACHES = [
  'default',
  'no-store',
  'reload',
  'no-cache',
  'force-cache',
  'only-if-cached',
] as const
const REDIRECTS = ['follow', 'error', 'manual'] as const
const PRIORITIES = ['high', 'low', 'auto'] as const

export type RequestState = {
  method: string
  url: UrlRecord
  body: Body | null
  mode: string
  credentials: string
  cache: string
  redirect: (typeof REDIRECTS)[number]
  referrer: string
  referrerPolicy: string
  integrity: string
  keepalive: boolean
}

const CONTEXT = 'Request constructor'
const FORBIDDEN_METHODS = ['CONNECT', 'TRACE', 'TRACK']
const NORMALIZED_METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT']

/** Throws a TypeError for a method that cannot be sent. */
const toMethod = (value: unknown): string => {
  const method = toByteString(value, CONTEXT)
  const upper = method.toUpperCase()
  if (!isToken(method) || FORBIDDEN_METHODS.includes(upper)) {
    throw new TypeError(
      `${CONTEXT}: ${JSON.stringify(method.slice(0, 100))} is no method for fetch.`,
    )
  }
  return NORMALIZED_METHODS.includes(upper) ? upper : method
}

// A test of the runtime sets it; programs have no base, so a relative URL is an error.
let baseUrl: UrlRecord | null = null

export const setBaseUrl = (text: string): void => {
  baseUrl = need('url').parseURL(text)
}

/** Parses a URL; throws a TypeError that shows it where it cannot be parsed. */
export const toUrl = (value: unknown, context: string): UrlRecord => {
  const text = toUSVString(value)
  const url = need('url').parseURL(text, { baseURL: baseUrl })
  if (url !== null) return url
  throw new TypeError(
    `${context}: ${JSON.stringify(text.slice(0, 200))} is not a URL. Give an absolute one, such as "https://example.com/path".`,
  )
}

export const newRequestState = (url: UrlRecord): RequestState => ({
  method: 'GET',
  url,
  body: null,
  mode: 'cors',
  credentials: 'same-origin',
  cache: 'default',
  redirect: 'follow',
  referrer: 'about:client',
  referrerPolicy: '',
  integrity: '',
  keepalive: false,
})

const toReferrer = (value: unknown): string => {
  const text = toUSVString(value)
  if (text === '') return 'no-referrer'
  const url = need('url').parseURL(text, { baseURL: baseUrl })
  if (url === null) throw new TypeError(`${CONTEXT}: the referrer is not a URL.`)
  const isClient = url.scheme === 'about' && url.path === 'client'
  return isClient ? 'about:client' : need('url').serializeURL(url)
}

const INIT_MEMBERS = [
  'body',
  'cache',
  'credentials',
  'duplex',
  'headers',
  'integrity',
  'keepalive',
  'method',
  'mode',
  'priority',
  'redirect',
  'referrer',
  'referrerPolicy',
  'signal',
  'window',
]

/** Reads every member of a RequestInit once, in the order of Web IDL. */
export const readInit = (init: unknown): Record<string, unknown> => {
  const given = toDictionary(init, CONTEXT)
  const members: Record<string, unknown> = { __proto__: null }
  for (let i = 0; i < INIT_MEMBERS.length; i++) {
    const name = INIT_MEMBERS[i] as string
    members[name] = given[name]
  }
  return members
}

type Member = (state: RequestState, value: unknown) => void

const MEMBERS: ReadonlyArray<readonly [name: string, apply: Member]> = [
  ['cache', (state, value) => (state.cache = toEnum(value, CACHES, CONTEXT))],
  ['credentials', (state, value) => (state.credentials = toEnum(value, CREDENTIALS, CONTEXT))],
  ['integrity', (state, value) => (state.integrity = toDOMString(value))],
  ['keepalive', (state, value) => (state.keepalive = Boolean(value))],
  ['method', (state, value) => (state.method = toMethod(value))],
  ['mode', (state, value) => (state.mode = toEnum(value, MODES, CONTEXT))],
  ['priority', (_state, value) => toEnum(value, PRIORITIES, CONTEXT)],
  ['redirect', (state, value) => (state.redirect = toEnum(value, REDIRECTS, CONTEXT))],
  ['referrer', (state, value) => (state.referrer = toReferrer(value))],
  [
    'referrerPolicy',
    (state, value) => (state.referrerPolicy = toEnum(value, REFERRER_POLICIES, CONTEXT)),
  ],
]

const checkCombination = (state: RequestState, init: Record<string, unknown>): void => {
  if (init['window'] !== undefined && init['window'] !== null) {
    throw new TypeError(`${CONTEXT}: window can only be null.`)
  }
  if (init['mode'] !== undefined && state.mode === 'navigate') {
    throw new TypeError(`${CONTEXT}: the mode "navigate" is not for programs.`)
  }
  if (state.cache === 'only-if-cached' && state.mode !== 'same-origin') {
    throw new TypeError(`${CONTEXT}: "only-if-cached" needs the mode "same-origin".`)
  }
  if (state.mode === 'no-cors' && !['GET', 'HEAD', 'POST'].includes(state.method)) {
    throw new TypeError(`${CONTEXT}: the mode "no-cors" allows GET, HEAD and POST only.`)
  }
}

/** Applies every member but body, headers and signal. */
export const applyInit = (state: RequestState, init: Record<string, unknown>): void => {
  for (let i = 0; i < MEMBERS.length; i++) {
    const member = MEMBERS[i] as (typeof MEMBERS)[number]
    const value = init[member[0]]
    if (value !== undefined) member[1](state, value)
  }
  checkCombination(state, init)
}

/** The body of an init with its default content type; `null` where the init has none. */
export const initBody = (
  state: RequestState,
  init: Record<string, unknown>,
): { body: Body; type: string | null } | null => {
  const { body, duplex } = init
  if (duplex !== undefined) toEnum(duplex, ['half'], CONTEXT)
  if (body === undefined || body === null) return null
  requireBodyMethod(state)
  const extracted = extractBody(body, CONTEXT)
  const isStream = isObject(body) && extracted.body.stream !== null
  if (isStream && state.keepalive) {
    throw new TypeError(`${CONTEXT}: a stream cannot be the body of a request with keepalive.`)
  }
  if (isStream && duplex === undefined) {
    throw new TypeError(`${CONTEXT}: a stream as body needs the member duplex: 'half'.`)
  }
  return extracted
}

export const requireBodyMethod = (state: RequestState): void => {
  if (state.method === 'GET' || state.method === 'HEAD') {
    throw new TypeError(`${CONTEXT}: a request with method ${state.method} cannot have a body.`)
  }
}
