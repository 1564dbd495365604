// Between Request objects and the plain messages that cross from and to the host.

import type { OutboundRequestMessage } from '@supolka/codemode-executor-protocol'
import { Request } from './request.ts'

/** The Request that a fetch handler gets. Throws a TypeError for a message that is no request. */
export const requestFromMessage = (message: OutboundRequestMessage): Request =>
  new Request(message.url, {
    method: message.method,
    headers: message.headers,
    // An empty body says nothing where the method allows none.
    body: message.body === null || message.body.byteLength === 0 ? null : message.body,
  })
