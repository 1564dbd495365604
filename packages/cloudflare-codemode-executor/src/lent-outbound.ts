// What a caller's outbound function answers, as it may cross the wire.

import {
  AnswerTooLargeError,
  bytesOfBody,
  fitsInJson,
  groupDigits,
  isTextPairs,
  sizeInJson,
  type OutboundFetchFn,
  type OutboundResponseMessage,
} from '@supolka/codemode-executor-protocol'
import { REQUEST_BOUND, TEXTS_BOUND } from './compose-call.ts'
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
    headers: isTextPairs(headers) ? headers.map(([name, value]) => [name, value]) : null,
    body: bytesOfBody(body) ?? null,
  }
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
