// The check of a request that a caller hands to a retained handler, before the isolate sees it.

import { isTextPairs, type OutboundRequestMessage } from '../outbound.ts'
import { checkArgument, checkRecord, checkText } from './check-argument.ts'

// Every runtime that has a WebSocket has it; its types would bring those of the DOM.
declare const URL: { canParse(text: string): boolean }

/**
 * Proves a serialized request. Throws a TypeError that names the member that is wrong. What only the
 * Fetch standard rules (forbidden methods, header names) is left to the `Request` it becomes.
 */
export function checkOutboundRequest(request: OutboundRequestMessage): void {
  checkRecord(request, 'request')
  const { method, url, headers, body } = request
  checkText(method, 'request member "method"')
  checkText(url, 'request member "url"')
  checkArgument(URL.canParse(url), 'request member "url"', 'an absolute URL', url)
  checkArgument(isTextPairs(headers), 'request member "headers"', 'name and value pairs', headers)
  const isBody = body === null || body instanceof ArrayBuffer
  checkArgument(isBody, 'request member "body"', 'an ArrayBuffer or null', body)
}
