// The serialized exchange behind the sandbox's fetch: two plain objects and the function between them.

/** One request as it leaves the sandbox. `url` is absolute and serialized, header names are lower case. */
export type OutboundRequestMessage = {
  method: string
  url: string
  headers: Array<[string, string]>
  body: ArrayBuffer | null
}

/** One response as it enters the sandbox. A body is always there, empty where there was none. */
export type OutboundResponseMessage = {
  status: number
  statusText: string
  headers: Array<[string, string]>
  body: ArrayBuffer
}

/** Performs one exchange on behalf of the sandbox. A rejection fails the fetch with its message. */
export type OutboundFetchFn = (request: OutboundRequestMessage) => Promise<OutboundResponseMessage>

/** Where a run's fetch goes, as the wire names it: absent, a function and `null` on the request. */
export type OutboundMode = 'native' | 'stub' | 'disabled'

/** The mode of a request's `outbound`. */
export function outboundModeOf(outbound: OutboundFetchFn | null | undefined): OutboundMode {
  if (outbound === undefined) return 'native'
  return outbound === null ? 'disabled' : 'stub'
}

/** Whether a value is a list of pairs of texts, as headers are. */
export function isTextPairs(value: unknown): value is Array<[string, string]> {
  return (
    Array.isArray(value) &&
    value.every(
      (pair) =>
        Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string'),
    )
  )
}

/** The bytes of a body, or undefined where it has none. A view is taken for its bytes alone, copied. */
export function bytesOfBody(body: unknown): ArrayBuffer | undefined {
  if (body instanceof ArrayBuffer) return body
  if (!ArrayBuffer.isView(body)) return undefined
  return new Uint8Array(new Uint8Array(body.buffer, body.byteOffset, body.byteLength)).buffer
}
