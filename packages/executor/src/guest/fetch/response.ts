// The Response class.

import { defineInterface } from '../dom/define-interface.ts'
import { need } from '../dom/need.ts'
import {
  isObject,
  requireArguments,
  toByteString,
  toDictionary,
  toUSVString,
} from '../dom/webidl.ts'
import { type Body, bodyOfBytes, cloneBody, extractBody, isUnusable } from './body.ts'
import { defineBodyMixin } from './body-mixin.ts'
import { utf8Encode } from '../text/utf8.ts'
import { appendHeader, copyHeaderList, createHeaderList, hasHeader } from './header-list.ts'
import { fillHeaders, headerListOf, type Headers, wrapHeaderList } from './headers.ts'
import { toUrl, type UrlRecord } from './request-state.ts'

export type ResponseInternals = {
  type: 'default' | 'basic' | 'error'
  /** The URL that answered, without its fragment; `null` for a response made by a program. */
  url: UrlRecord | null
  redirected: boolean
  status: number
  statusText: string
  headers: Headers
  body: Body | null
}

const NULL_BODY_STATUS = [101, 103, 204, 205, 304]
const REDIRECT_STATUS = [301, 302, 303, 307, 308]
// oxlint-disable-next-line no-control-regex
const REASON_PHRASE = /^[\t\x20-\x7e\x80-\xff]*$/

export const isNullBodyStatus = (status: number): boolean => NULL_BODY_STATUS.includes(status)

export const isRedirectStatus = (status: number): boolean => REDIRECT_STATUS.includes(status)

export const isReasonPhrase = (text: string): boolean => REASON_PHRASE.test(text)

const { stringify } = JSON

/** Web IDL's unsigned short, then the standard's range. */
const toStatus = (value: unknown): number => {
  const status = value === undefined ? 200 : Number(value) & 0xffff
  if (status < 200 || status > 599) {
    throw new RangeError(`Response: the status ${status} is outside the range 200 to 599.`)
  }
  return status
}

const toStatusText = (value: unknown): string => {
  const text = value === undefined ? '' : toByteString(value, 'Response statusText')
  if (!isReasonPhrase(text)) throw new TypeError('Response: the statusText cannot be sent.')
  return text
}

const initialize = (
  init: Record<string, unknown>,
  extract: () => { body: Body; type: string | null } | null,
): ResponseInternals => {
  const given = init['headers']
  const headers = wrapHeaderList(createHeaderList(), false)
  if (given !== undefined) fillHeaders(headers, given, 'Response constructor')
  const status = toStatus(init['status'])
  const statusText = toStatusText(init['statusText'])
  const extracted = extract()
  const list = headerListOf(headers)
  if (extracted !== null) {
    if (isNullBodyStatus(status)) {
      throw new TypeError(`Response: a response with status ${status} has no body.`)
    }
    const { type } = extracted
    if (type !== null && !hasHeader(list, 'content-type')) appendHeader(list, 'content-type', type)
  }
  const body = extracted === null ? null : extracted.body
  return { type: 'default', url: null, redirected: false, status, statusText, headers, body }
}

const fromInit = (body: unknown, init: unknown): ResponseInternals => {
  const options = toDictionary(init, 'Response constructor')
  const isNull = body === undefined || body === null
  return initialize(options, () => (isNull ? null : extractBody(body, 'Response constructor')))
}

class Prepared {
  readonly internals: ResponseInternals

  constructor(internals: ResponseInternals) {
    this.internals = internals
  }
}

// Set from the static block of Response, which alone can see the private field.
let readInternals: (response: unknown) => ResponseInternals | undefined

export class Response {
  readonly #internals: ResponseInternals

  static {
    readInternals = (response) =>
      isObject(response) && #internals in response ? response.#internals : undefined
  }

  constructor(body: unknown = undefined, init: unknown = undefined) {
    this.#internals = body instanceof Prepared ? body.internals : fromInit(body, init)
  }

  static error(): Response {
    const headers = wrapHeaderList(createHeaderList(), true)
    return createResponse({
      type: 'error',
      url: null,
      redirected: false,
      status: 0,
      statusText: '',
      headers,
      body: null,
    })
  }

  static redirect(url: unknown, status: unknown = 302): Response {
    requireArguments(arguments.length, 1, 'Response.redirect')
    const target = toUrl(toUSVString(url), 'Response.redirect')
    const code = status === undefined ? 302 : Number(status) & 0xffff
    if (!isRedirectStatus(code)) {
      throw new RangeError(`Response.redirect: ${code} is not the status of a redirect.`)
    }
    const list = createHeaderList([['location', need('url').serializeURL(target)]])
    const headers = wrapHeaderList(list, true)
    const base = fromInit(null, undefined)
    return createResponse({ ...base, status: code, headers })
  }

  static json(data: unknown, init: unknown = undefined): Response {
    requireArguments(arguments.length, 1, 'Response.json')
    const text: unknown = stringify(data)
    if (typeof text !== 'string') throw new TypeError('Response.json: the value has no JSON text.')
    const options = toDictionary(init, 'Response.json')
    const body = bodyOfBytes(utf8Encode(text))
    return createResponse(initialize(options, () => ({ body, type: 'application/json' })))
  }

  get type(): string {
    return this.#internals.type
  }
  get url(): string {
    const { url } = this.#internals
    return url === null ? '' : need('url').serializeURL(url, true)
  }
  get redirected(): boolean {
    return this.#internals.redirected
  }
  get status(): number {
    return this.#internals.status
  }
  get ok(): boolean {
    const { status } = this.#internals
    return status >= 200 && status <= 299
  }
  get statusText(): string {
    return this.#internals.statusText
  }
  get headers(): Headers {
    return this.#internals.headers
  }

  clone(): Response {
    const internals = this.#internals
    const { body, headers } = internals
    if (body !== null && isUnusable(body)) {
      throw new TypeError('Response.clone: the body is locked or was already read.')
    }
    const copy = wrapHeaderList(copyHeaderList(headerListOf(headers)), internals.type !== 'default')
    return createResponse({
      ...internals,
      headers: copy,
      body: body === null ? null : cloneBody(body),
    })
  }
}

export const createResponse = (internals: ResponseInternals): Response =>
  new Response(new Prepared(internals))

/** What stands behind a Response, or `undefined` for anything that is not a real one. */
export const responseInternals = (value: unknown): ResponseInternals | undefined =>
  readInternals(value)

defineBodyMixin(Response.prototype, (self) => {
  const internals = readInternals(self)
  if (internals === undefined) throw new TypeError('This is not a Response.')
  return { body: internals.body, headers: headerListOf(internals.headers) }
})
defineInterface(Response, 'Response')
