// Makes the response that enters the sandbox out of the one that came over the wire.

import type { OutboundResponseMessage } from '@supolka/codemode-executor-protocol'
import { decodeBody, parseCodings } from './decode.ts'
import type { WireResponse } from './exchange.ts'
import { OutboundFailedError, ResponseBodyTooLargeError } from './failures.ts'
import type { WireRequest } from './request.ts'

// They speak of a connection that the sandbox does not have.
const CONNECTION_HEADERS = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const FIELD_VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/
const LAST_STATUS = 599

/**
 * Checks and decodes a response. Rejects with the error that the model reads when it is malformed,
 * or when its decoded body is past `bound` bytes.
 */
export async function finishResponse(
  request: WireRequest,
  response: WireResponse,
  bound: number,
): Promise<OutboundResponseMessage> {
  const { status, statusText } = response
  const headers = headersOf(response.headers)
  if (status > LAST_STATUS || !headers.every(([, value]) => FIELD_VALUE.test(value))) {
    throw new OutboundFailedError(request.host, 'malformed')
  }
  const codings = parseCodings(valuesOf(headers, 'content-encoding'))
  const isEncoded = codings !== undefined && codings.length > 0 && response.body.length > 0
  const body = isEncoded ? await decodeBody(response.body, codings, bound) : response.body
  if (body === 'too-large') {
    throw new ResponseBodyTooLargeError(request.host, bound)
  }
  if (body === 'encoding') {
    throw new OutboundFailedError(request.host, 'encoding')
  }
  return {
    status,
    // A reason that text cannot carry is worth less than the response.
    statusText: FIELD_VALUE.test(statusText) ? statusText : '',
    headers: isEncoded ? headers.filter(([name]) => !describesCoding(name)) : headers,
    body: exactBuffer(body),
  }
}

function headersOf(raw: Array<string>): Array<[string, string]> {
  const headers: Array<[string, string]> = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase()
    if (!CONNECTION_HEADERS.has(name)) {
      headers.push([name, trimBlanks(raw[index + 1] ?? '')])
    }
  }
  return headers
}

function valuesOf(headers: Array<[string, string]>, name: string): Array<string> {
  return headers.filter(([each]) => each === name).map(([, value]) => value)
}

function describesCoding(name: string): boolean {
  return name === 'content-encoding' || name === 'content-length'
}

// Spaces and tabs alone: `trim` would also take the no-break space, which is part of a value.
function trimBlanks(value: string): string {
  let start = 0
  let end = value.length
  while (start < end && isBlank(value[start])) {
    start += 1
  }
  while (end > start && isBlank(value[end - 1])) {
    end -= 1
  }
  return value.slice(start, end)
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}

function exactBuffer({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): ArrayBuffer {
  return byteLength === buffer.byteLength
    ? buffer
    : buffer.slice(byteOffset, byteOffset + byteLength)
}
