// The standard's "HTTP-redirect fetch": what the next hop of a redirected request looks like.

import { need } from '../dom/need.ts'
import type { Bytes } from './body.ts'
import { deleteHeader, type HeaderList } from './header-list.ts'
import type { UrlRecord } from './request-state.ts'

/** The part of a request that a redirect can change. */
export type Hop = {
  method: string
  url: UrlRecord
  headers: HeaderList
  body: Bytes | null
  /** Whether the body came from a stream, which a redirect cannot send again. */
  streamed: boolean
}

const BODY_HEADERS = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-type',
]
const CREDENTIAL_HEADERS = ['authorization', 'cookie', 'host', 'proxy-authorization']

const refuse = (what: string): TypeError => new TypeError(`fetch failed: ${what}.`)

const targetOf = (location: string, from: UrlRecord): UrlRecord => {
  const target = need('url').parseURL(location, { baseURL: from })
  if (target === null) throw refuse('a redirect named a location that is not a URL')
  if (target.scheme !== 'http' && target.scheme !== 'https') {
    throw refuse(`a redirect led to the scheme "${target.scheme}:", which is not followed`)
  }
  if (target.username !== '' || target.password !== '') {
    throw refuse('a redirect led to a URL with credentials')
  }
  if (target.fragment === null) target.fragment = from.fragment
  return target
}

const becomesGet = (status: number, method: string): boolean =>
  status === 303
    ? method !== 'GET' && method !== 'HEAD'
    : (status === 301 || status === 302) && method === 'POST'

const isSameOrigin = (a: UrlRecord, b: UrlRecord): boolean => {
  const { serializeURLOrigin } = need('url')
  return serializeURLOrigin(a) === serializeURLOrigin(b)
}

/** Changes `hop` into the next one. Throws a TypeError for a redirect that cannot be followed. */
export const redirectHop = (hop: Hop, status: number, location: string): void => {
  const target = targetOf(location, hop.url)
  if (status !== 303 && hop.body !== null && hop.streamed) {
    throw refuse('a redirect asked for a body again that was a stream')
  }
  if (becomesGet(status, hop.method)) {
    hop.method = 'GET'
    hop.body = null
    for (let i = 0; i < BODY_HEADERS.length; i++)
      deleteHeader(hop.headers, BODY_HEADERS[i] as string)
  }
  if (!isSameOrigin(hop.url, target)) {
    for (let i = 0; i < CREDENTIAL_HEADERS.length; i++) {
      deleteHeader(hop.headers, CREDENTIAL_HEADERS[i] as string)
    }
  }
  hop.url = target
}
