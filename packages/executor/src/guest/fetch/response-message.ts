// Between Response objects and the plain messages that cross to the host.

import type { OutboundResponseMessage } from '@supolka/codemode-executor-protocol'
import { exactBuffer, isArrayBuffer } from '../text/buffer-source.ts'
import { type Body, bodyOfBytes, consume, isUnusable } from './body.ts'
import { createHeaderList, isHeaderValue, isToken, normalizeValue } from './header-list.ts'
import { headerListOf, wrapHeaderList } from './headers.ts'
import {
  createResponse,
  isNullBodyStatus,
  isReasonPhrase,
  type Response,
  responseInternals,
} from './response.ts'
import type { UrlRecord } from './request-state.ts'

/** What is known of the request behind a message. */
export type Answered = { url: UrlRecord; redirected: boolean; method: string }

const garbage = (what: string): never => {
  throw new TypeError(`fetch failed: the answer is not a response, its ${what} cannot be read.`)
}

const readStatus = (status: unknown): number =>
  Number.isInteger(status) && (status as number) >= 200 && (status as number) <= 599
    ? (status as number)
    : garbage('status')

const readStatusText = (text: unknown): string =>
  typeof text === 'string' && isReasonPhrase(text) ? text : garbage('status text')

const readHeader = (pair: unknown): [string, string] => {
  const name: unknown = Array.isArray(pair) ? pair[0] : undefined
  const value: unknown = Array.isArray(pair) ? pair[1] : undefined
  if (typeof name !== 'string' || typeof value !== 'string') return garbage('header list')
  const trimmed = normalizeValue(value)
  if (!isToken(name) || !isHeaderValue(trimmed)) return garbage('header list')
  return [name.toLowerCase(), trimmed]
}

const readHeaders = (pairs: unknown): Array<[string, string]> => {
  if (!Array.isArray(pairs)) return garbage('header list')
  const headers: Array<[string, string]> = []
  for (let i = 0; i < pairs.length; i++) headers.push(readHeader(pairs[i]))
  return headers
}

const readBody = (body: unknown): Body =>
  isArrayBuffer(body) ? bodyOfBytes(new Uint8Array(body)) : garbage('body')

export type ReadMessage = { status: number; headers: Array<[string, string]>; response: Response }

/** Checks a message from the host. Throws a TypeError for one that is no response. */
export const responseFromMessage = (
  message: OutboundResponseMessage,
  answered: Answered,
): ReadMessage & { body: Body | null } => {
  if (typeof message !== 'object' || message === null) return garbage('message')
  const status = readStatus(message.status)
  const statusText = readStatusText(message.statusText)
  const headers = readHeaders(message.headers)
  const hasNoBody = isNullBodyStatus(status) || answered.method === 'HEAD'
  const body = hasNoBody ? null : readBody(message.body)
  const response = createResponse({
    type: 'basic',
    url: answered.url,
    redirected: answered.redirected,
    status,
    statusText,
    headers: wrapHeaderList(createHeaderList(headers), true),
    body,
  })
  return { status, headers, response, body }
}

/**
 * Serializes what a fetch handler answered. Rejects with a TypeError for anything that is not a
 * Response of this runtime, has no status to send, or whose body was already read.
 */
export const responseToMessage = async (response: unknown): Promise<OutboundResponseMessage> => {
  const internals = responseInternals(response)
  if (internals === undefined) {
    throw new TypeError('The fetch handle answered with a value that is not a Response.')
  }
  const { body, headers, status, statusText } = internals
  // Response.error() has no status to send, and a body that was read has no bytes any more.
  if (status === 0 || (body !== null && isUnusable(body))) {
    throw new TypeError('The fetch handle answered outside the response wire shape.')
  }
  const content = body === null ? undefined : await consume(body)
  const message = {
    status,
    statusText,
    headers: headerListOf(headers).entries,
    body: content === undefined ? new ArrayBuffer(0) : exactBuffer(content.bytes),
  }
  return { __proto__: null, ...message } as OutboundResponseMessage
}
