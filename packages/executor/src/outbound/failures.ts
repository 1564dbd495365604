// The failures of native fetch: requests that left, or tried to, and brought nothing usable back.

import { OutboundRefusedError } from './refusals.ts'

/** What went wrong with a native exchange, as far as the model is told. */
export type OutboundFailure =
  | 'name'
  | 'refused'
  | 'reset'
  | 'timed-out'
  | 'unreachable'
  | 'tls'
  | 'malformed'
  | 'headers-too-large'
  | 'truncated'
  | 'encoding'
  | 'busy'
  | 'aborted'
  | 'closed'
  | 'unknown'

const TEXTS: Record<OutboundFailure, string> = {
  name: 'failed because the host name has no address. Check the spelling of the host, or fetch another one.',
  refused:
    'failed because nothing accepts connections there. Check the host and the port, or fetch another URL.',
  reset:
    'failed because the server closed the connection before the response was complete. Try again, or fetch another URL.',
  'timed-out':
    'failed because the server did not answer the connection. Try again, or fetch another URL.',
  unreachable: 'failed because the network has no route to it. Fetch another host.',
  tls: 'failed because a trusted TLS connection could not be made. Fetch a host whose certificate is valid for its name.',
  malformed:
    'failed because the response is not valid HTTP. Fetch another URL, since this server is likely to repeat it.',
  'headers-too-large':
    'failed because the response headers are past their bound of 65,536 bytes. Fetch another URL.',
  truncated:
    'failed because the response body is not as long as its headers say. Try again, or fetch another URL.',
  encoding:
    'failed because the response body does not decode by its content-encoding. Fetch another URL, since this server is likely to repeat it.',
  busy: 'failed because the responses that arrive at the same time are too large together. Fetch fewer at a time.',
  aborted: 'was aborted. Start a new request if its response is still needed.',
  closed: 'failed because the executor is closing. Nothing further can be fetched from it.',
  unknown: 'failed. Try again, or fetch another URL.',
}

/** A native exchange that failed. The sandbox raises `message` in a TypeError of its own. */
export class OutboundFailedError extends TypeError {
  readonly failure: OutboundFailure

  constructor(host: string, failure: OutboundFailure) {
    super(`Outbound fetch of ${shownHost(host)} ${TEXTS[failure]}`)
    this.failure = failure
  }
}

/** A response whose body, as it came or decoded, is past the bound. */
export class ResponseBodyTooLargeError extends TypeError {
  constructor(host: string, bound: number) {
    super(
      `The response of ${shownHost(host)} is past its bound of ${bound.toLocaleString('en-US')} bytes. Ask for less at a time, with paging or a range header.`,
    )
  }
}

/** Turns whatever an exchange rejected with into the error that the model reads. */
export function explainFailure(host: string, cause: unknown): TypeError {
  if (
    cause instanceof OutboundRefusedError ||
    cause instanceof OutboundFailedError ||
    cause instanceof ResponseBodyTooLargeError
  ) {
    return cause
  }
  return new OutboundFailedError(host, failureOf(cause))
}

const BY_CODE: ReadonlyMap<string, OutboundFailure> = new Map<string, OutboundFailure>([
  ['ENOTFOUND', 'name'],
  ['ENODATA', 'name'],
  ['EAI_AGAIN', 'name'],
  ['EAI_FAIL', 'name'],
  ['EAI_NODATA', 'name'],
  ['EAI_NONAME', 'name'],
  ['ECONNREFUSED', 'refused'],
  ['ECONNRESET', 'reset'],
  ['EPIPE', 'reset'],
  ['UND_ERR_SOCKET', 'reset'],
  ['UND_ERR_INFO', 'reset'],
  ['ETIMEDOUT', 'timed-out'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['EADDRNOTAVAIL', 'unreachable'],
  ['EHOSTDOWN', 'unreachable'],
  ['EACCES', 'unreachable'],
  ['UND_ERR_HEADERS_OVERFLOW', 'headers-too-large'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'truncated'],
])

// OpenSSL and Node name certificate problems by many codes, all with these words in them.
const TLS_CODE =
  /^ERR_(?:TLS|SSL)_|CERT|_SIGNATURE|^UNABLE_TO_|CRL|^INVALID_(?:CA|PURPOSE)$|^EPROTO$/

function failureOf(cause: unknown): OutboundFailure {
  // undici gives its parser errors a code in some releases only.
  if (cause instanceof Error && cause.name === 'HTTPParserError') {
    return 'malformed'
  }
  const code = codeOf(cause)
  return BY_CODE.get(code) ?? (TLS_CODE.test(code) ? 'tls' : 'unknown')
}

function codeOf(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) {
    return ''
  }
  return typeof cause.code === 'string' ? cause.code : ''
}

function shownHost(host: string): string {
  return host.length > 100 ? `${host.slice(0, 100)}…` : host
}
