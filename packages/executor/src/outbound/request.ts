// Builds the one request that goes on the wire from what the sandbox asked for.

import type { OutboundRequestMessage } from '@supolka/codemode-executor-protocol'
import type { OutboundChecks } from './policy.ts'
import { OutboundRefusedError } from './refusals.ts'

/** A request that passed every check that comes before name resolution. */
export type WireRequest = {
  /** Scheme, host and port, by which connections are shared. */
  origin: string
  /** Host and port as messages show them. */
  host: string
  path: string
  method: string
  /** Names and values in turns. */
  headers: Array<string>
  body: Uint8Array<ArrayBuffer> | null
}

/** What the response decoder understands, and so all that a server is offered. */
const ACCEPT_ENCODING = 'gzip, deflate, br, zstd'

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const FIELD_VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/
const UNSENT_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK'])
const BODILESS_METHODS = new Set(['GET', 'HEAD'])

// They frame the message or belong to one connection. Whoever owns the connection writes them.
const CONNECTION_HEADERS = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Checks a request and makes it ready to send. Throws an OutboundRefusedError. */
export function prepareRequest(
  message: OutboundRequestMessage,
  checks: OutboundChecks,
): WireRequest {
  const url = URL.parse(message.url)
  if (url === null) {
    throw new OutboundRefusedError({ kind: 'url' })
  }
  dropAbsoluteDot(url)
  checks.checkUrl(url)
  const body = bodyOf(message)
  return {
    origin: url.origin,
    host: url.host,
    path: url.pathname + url.search,
    method: message.method,
    headers: headersOf(message.headers),
    body,
  }
}

// Certificates and virtual hosts know names without the dot that marks them as absolute.
function dropAbsoluteDot(url: URL): void {
  if (url.hostname.length > 1 && url.hostname.endsWith('.')) {
    url.hostname = url.hostname.slice(0, -1)
  }
}

function bodyOf({ method, body }: OutboundRequestMessage): Uint8Array<ArrayBuffer> | null {
  if (!TOKEN.test(method) || UNSENT_METHODS.has(method.toUpperCase())) {
    throw new OutboundRefusedError({ kind: 'method', method })
  }
  if (body === null || body.byteLength === 0) {
    return null
  }
  if (BODILESS_METHODS.has(method)) {
    throw new OutboundRefusedError({ kind: 'body', method })
  }
  return new Uint8Array(body)
}

function headersOf(headers: Array<[string, string]>): Array<string> {
  const names = new Set<string>()
  const wire: Array<string> = []
  for (const [name, value] of headers) {
    checkHeader(name, value)
    const lower = name.toLowerCase()
    names.add(lower)
    if (!CONNECTION_HEADERS.has(lower) && !lower.startsWith('proxy-')) {
      wire.push(lower, value)
    }
  }
  if (!names.has('accept')) {
    wire.push('accept', '*/*')
  }
  // Public APIs turn requests away that do not say what sends them.
  if (!names.has('user-agent')) {
    wire.push('user-agent', 'codemode-executor')
  }
  // Part of an encoded body cannot be decoded.
  wire.push('accept-encoding', names.has('range') ? 'identity' : ACCEPT_ENCODING)
  return wire
}

function checkHeader(name: string, value: string): void {
  if (!TOKEN.test(name)) {
    throw new OutboundRefusedError({ kind: 'header-name', name })
  }
  if (!FIELD_VALUE.test(value)) {
    throw new OutboundRefusedError({ kind: 'header-value', name })
  }
}
