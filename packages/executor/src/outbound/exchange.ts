// One request and its response over one connection, until the last byte or the first reason to stop.

import type { Dispatcher } from 'undici'
import type { BodyCollector } from './body-collector.ts'
import { OutboundFailedError, ResponseBodyTooLargeError } from './failures.ts'
import type { WireRequest } from './request.ts'

/** A response as the wire gave it: undecoded, header names as they were written. */
export type WireResponse = {
  status: number
  statusText: string
  /** Names and values in turns, one character for each byte. */
  headers: Array<string>
  body: Uint8Array<ArrayBuffer>
}

/** What an exchange works with. `bound` is of the body as it comes, in bytes. */
type ExchangeOptions = {
  dispatcher: Dispatcher
  collector: BodyCollector
  bound: number
}

/**
 * Sends `request` and collects its response. Rejects on whatever ends it early; the connection is
 * then of no more use and the caller destroys it.
 */
export function exchange(request: WireRequest, options: ExchangeOptions): Promise<WireResponse> {
  const { dispatcher } = options
  return new Promise((resolve, reject) => {
    const { origin, path, method, headers, body } = request
    dispatcher.dispatch(
      { origin, path, method, headers, body },
      createHandler(request, options, { resolve, reject }),
    )
  })
}

// Their content-length speaks of a body that is not sent.
const BODILESS_STATUS = new Set([204, 304])

type Settle = { resolve: (response: WireResponse) => void; reject: (error: Error) => void }

function createHandler(
  request: WireRequest,
  { collector, bound }: ExchangeOptions,
  { resolve, reject }: Settle,
): Dispatcher.DispatchHandler {
  const head = { status: 0, statusText: '', headers: [] as Array<string> }

  return {
    onRequestStart: () => {},
    onResponseStart: (controller, status, _headers, statusText = '') => {
      // Informational responses announce the one that counts.
      if (status < 200) {
        return
      }
      head.status = status
      head.statusText = bytesAsText(Buffer.from(statusText))
      head.headers = textsOf(controller.rawHeaders)
      const carriesBody = request.method !== 'HEAD' && !BODILESS_STATUS.has(status)
      if (carriesBody && announcedLength(head.headers) > bound) {
        controller.abort(new ResponseBodyTooLargeError(request.host, bound))
      }
    },
    onResponseData: (controller, chunk) => {
      const verdict = collector.push(chunk)
      if (verdict === 'too-large') {
        controller.abort(new ResponseBodyTooLargeError(request.host, bound))
      } else if (verdict === 'busy') {
        controller.abort(new OutboundFailedError(request.host, 'busy'))
      }
    },
    onResponseEnd: () => resolve({ ...head, body: collector.bytes() }),
    onResponseError: (_controller, error) => reject(error),
  }
}

function textsOf(raw: Dispatcher.DispatchController['rawHeaders']): Array<string> {
  if (!Array.isArray(raw)) {
    return []
  }
  return raw.map((part) => (typeof part === 'string' ? part : bytesAsText(part)))
}

function bytesAsText(bytes: Buffer): string {
  return bytes.toString('latin1')
}

function announcedLength(headers: Array<string>): number {
  const at = headers.findIndex(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'content-length',
  )
  return at === -1 ? 0 : Number(headers[at + 1])
}
