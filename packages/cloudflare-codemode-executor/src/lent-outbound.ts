// What a caller's outbound function answers, as it may cross the wire.

import {
  AnswerTooLargeError,
  groupDigits,
  type OutboundFetchFn,
  type OutboundResponseMessage,
} from '@supolka/codemode-executor-protocol'
import { REQUEST_BOUND, TEXTS_BOUND } from './compose-call.ts'
import { fitsInJson, sizeInJson } from './json-size.ts'
import { plainCall } from './plain-call.ts'

/** A response whose members are of the right kind, or `null` where they are not. */
type CrossingResponse = { [Name in keyof OutboundResponseMessage]: unknown }

/**
 * The function as it is lent: it answers plain values alone. Anything else, such as the platform's own
 * `Response` or a stream, would cross as a message that the server cuts the connection for, and with it
 * every other call. The server says in words which member is wrong.
 */
export function lendOutbound(outbound: OutboundFetchFn): OutboundFetchFn {
  return async (request) => {
    const crossing = await plainCall(async () => toCrossing(await outbound(request)))
    if (isWhole(crossing)) checkSize(crossing)

    // The server refuses what is not whole; the contract's type is for what is.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return crossing as OutboundResponseMessage
  }
}

function toCrossing(response: unknown): CrossingResponse | null {
  if (typeof response !== 'object' || response === null) return null
  const { status, statusText, headers, body }: Partial<CrossingResponse> = response

  return {
    status: typeof status === 'number' ? status : null,
    statusText: typeof statusText === 'string' ? statusText : null,
    headers: isHeaderList(headers) ? headers.map(([name, value]) => [name, value]) : null,
    body: bytesOf(body) ?? null,
  }
}

const isHeaderList = (headers: unknown): headers is Array<[string, string]> =>
  Array.isArray(headers) &&
  headers.every(
    (pair) =>
      Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string'),
  )

/** A view is taken for its bytes: a Node caller hands over a Buffer before it thinks of it. */
function bytesOf(body: unknown): ArrayBuffer | undefined {
  if (body instanceof ArrayBuffer) return body
  if (!ArrayBuffer.isView(body)) return undefined

  return new Uint8Array(new Uint8Array(body.buffer, body.byteOffset, body.byteLength)).buffer
}

const isWhole = (crossing: CrossingResponse | null): crossing is OutboundResponseMessage =>
  crossing !== null && Object.values(crossing).every((member) => member !== null)

/** Base64 takes four bytes for three. */
function checkSize({ statusText, headers, body }: OutboundResponseMessage): void {
  const bytes = Math.ceil(body.byteLength / 3) * 4
  const texts = [statusText, ...headers.flat()]
  if (texts.length > TEXTS_BOUND) {
    throw new RangeError(
      `The response has ${groupDigits(headers.length)} headers, more than fit in one message. ` +
        'Leave out what the program does not need.',
    )
  }
  if (fitsInJson(texts, REQUEST_BOUND - bytes)) return
  throw new AnswerTooLargeError('response body', bytes + sizeInJson(texts), REQUEST_BOUND)
}
