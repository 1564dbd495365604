// Requests as the guest makes them: bodies cross as one byte for each character, answers come back as
// buffers that the child made.

import type {
  OutboundRequestMessage,
  OutboundResponseMessage,
} from '@supolka/codemode-executor-protocol'
import { PAYLOAD_LIMIT, PayloadTooLargeError } from '@supolka/codemode-executor-protocol'
import { bridge } from './bridge.ts'
import {
  arrayBufferByteLength,
  create,
  jsonParse,
  jsonStringify,
  NativeError,
  NativePromise,
  utf8Size,
} from './intrinsics.ts'
import { bytesToText } from './bytes.ts'
import type { Exchange } from './runtime.ts'

type Open = { resolve: (response: OutboundResponseMessage) => void; reject: (error: Error) => void }

const open = create(null) as Record<number, Open | undefined>
let lastId = 0

/** See GuestRuntime. */
export function exchange(request: OutboundRequestMessage): Exchange {
  const id = ++lastId
  const response = new NativePromise<OutboundResponseMessage>((resolve, reject) => {
    const refusal = cross(id, request)
    if (refusal === undefined) open[id] = { resolve, reject }
    else reject(new NativeError(refusal))
  })
  const cancel = (): void => {
    if (open[id] === undefined) return
    delete open[id]
    bridge('cancel', id)
  }

  return { response, cancel }
}

function cross(id: number, request: OutboundRequestMessage): string | undefined {
  const headers = jsonStringify(request.headers) ?? '[]'
  const bodySize = request.body === null ? 0 : arrayBufferByteLength(request.body)
  if (bodySize + request.url.length > PAYLOAD_LIMIT) {
    const size = bodySize + utf8Size(request.url) + utf8Size(headers)

    return new PayloadTooLargeError('outbound request', size, PAYLOAD_LIMIT).message
  }
  const body = request.body === null ? undefined : bytesToText(request.body)

  return bridge('request', id, request.method, request.url, headers, body)
}

/** Settles an open exchange with what the host answered. */
export function settleExchange(
  id: number,
  status: number,
  statusText: string,
  headersJson: string,
  body: ArrayBuffer,
): void {
  const exchanged = open[id]
  if (exchanged === undefined) return
  delete open[id]
  const headers = jsonParse(headersJson) as Array<[string, string]>
  // Without a prototype, so that resolving with it reads no `then` a program put on Object.prototype.
  const response = { __proto__: null, status, statusText, headers, body }
  exchanged.resolve(response)
}

/** Fails an open exchange with the host's message. */
export function failExchange(id: number, message: string): void {
  const exchanged = open[id]
  if (exchanged === undefined) return
  delete open[id]
  exchanged.reject(new NativeError(message))
}
