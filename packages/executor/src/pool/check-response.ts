// The check of what a caller's outbound function, or a retained handler, answered.

import {
  bytesOfBody,
  isTextPairs,
  type OutboundResponseMessage,
} from '@supolka/codemode-executor-protocol'

/** The response, its members proved. Throws a TypeError that names the member that is wrong. */
export function checkResponse(response: unknown): OutboundResponseMessage {
  if (typeof response !== 'object' || response === null) throw new TypeError(wrong('', 'an object'))
  const { status, statusText, headers, body } = response as Record<string, unknown>
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 599) {
    throw new TypeError(wrong(' status', 'a whole number from 200 to 599'))
  }
  if (typeof statusText !== 'string') throw new TypeError(wrong(' statusText', 'a string'))
  if (!isTextPairs(headers)) {
    throw new TypeError(wrong(' headers', 'a list of name and value pairs'))
  }
  const bytes = bytesOfBody(body)
  if (bytes === undefined) throw new TypeError(wrong(' body', 'an ArrayBuffer'))

  return { status, statusText, headers: headers.map(([name, value]) => [name, value]), body: bytes }
}

const wrong = (member: string, expected: string): string =>
  member === ''
    ? `The outbound function answered with a value that is not ${expected}.`
    : `The outbound function answered with a response whose${member} is not ${expected}.`
