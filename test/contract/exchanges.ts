// Serialized requests and responses, as tests of outbound and of handles write them.

import type {
  OutboundFetchFn,
  OutboundRequestMessage,
  OutboundResponseMessage,
} from '@supolka/codemode-executor-protocol'

export const bytesOf = (text: string): ArrayBuffer =>
  new Uint8Array(new TextEncoder().encode(text)).buffer

export const textOf = (body: ArrayBuffer | null): string =>
  body === null ? '' : new TextDecoder().decode(body)

export const requestTo = (
  path: string,
  rest: Partial<OutboundRequestMessage> = {},
): OutboundRequestMessage => ({
  method: 'GET',
  url: `https://handler.test${path}`,
  headers: [],
  body: null,
  ...rest,
})

export const responseOf = (
  body: string,
  rest: Partial<OutboundResponseMessage> = {},
): OutboundResponseMessage => ({
  status: 200,
  statusText: 'OK',
  headers: [],
  body: bytesOf(body),
  ...rest,
})

/** An outbound function that keeps what it received. */
export function recordingOutbound(
  answer: (request: OutboundRequestMessage) => OutboundResponseMessage = () => responseOf('ok'),
): { seen: Array<OutboundRequestMessage>; outbound: OutboundFetchFn } {
  const seen: Array<OutboundRequestMessage> = []

  return {
    seen,
    outbound: async (request) => {
      seen.push(request)

      return answer(request)
    },
  }
}
