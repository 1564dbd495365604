// The check of what a caller's outbound function, or a retained handler, answered.

import type { OutboundResponseMessage } from '@supolka/codemode-executor-protocol'

/** The response, its members proved. Throws a TypeError that names the member that is wrong. */
export function checkResponse(response: unknown): OutboundResponseMessage {
  if (typeof response !== 'object' || response === null) throw new TypeError(wrong('', 'an object'))
  const { status, statusText, headers, body } = response as Record<string, unknown>
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 599) {
    throw new TypeError(wrong(' status', 'a whole number from 200 to 599'))
  }
  if (typeof statusText !== 'string') throw new TypeError(wrong(' statusText', 'a string'))
  if (!Array.isArray(headers) || !headers.every(isHeader)) {
    throw new TypeError(wrong(' headers', 'a list of name and value pairs'))
  }
  const bytes = bytesOf(body)
  if (bytes === undefined) throw new TypeError(wrong(' body', 'an ArrayBuffer'))

  return { status, statusText, headers: headers.map(([name, value]) => [name, value]), body: bytes }
}

const isHeader = (pair: unknown): pair is [string, string] =>
  Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string')

/** A view is taken for its bytes: a Node caller hands over a Buffer before it thinks of it. */
function bytesOf(body: unknown): ArrayBuffer | undefined {
  if (body instanceof ArrayBuffer) return body
  if (!ArrayBuffer.isView(body)) return undefined

  return new Uint8Array(new Uint8Array(body.buffer, body.byteOffset, body.byteLength)).buffer
}

const wrong = (member: string, expected: string): string =>
  member === ''
    ? `The outbound function answered with a value that is not ${expected}.`
    : `The outbound function answered with a response whose${member} is not ${expected}.`
