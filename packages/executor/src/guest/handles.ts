// Execution handles inside the isolate: recognises a fetch handler, keeps it, calls it.

import type {
  OutboundRequestMessage,
  OutboundResponseMessage,
} from '@supolka/codemode-executor-protocol'
import { bridge } from './bridge.ts'
import { bytesToText } from './bytes.ts'
import { jsonParse, jsonStringify, reflectApply, reflectGet } from './intrinsics.ts'
import { needGroup } from './load-groups.ts'
import { describeFailure } from './describe-failure.ts'

type FetchHandler = (request: object) => unknown

/** What the fetch group offers for handles. */
type HandleCodec = {
  requestFromMessage: (message: OutboundRequestMessage) => object
  responseToMessage: (response: unknown) => Promise<OutboundResponseMessage>
}

let handler: FetchHandler | undefined

/** Keeps the value if it is a function or an object with a fetch method; answers whether it is. */
export function retainHandler(value: unknown): boolean {
  if (typeof value === 'function') {
    handler = (request) => reflectApply(value, undefined, [request])

    return true
  }
  if (typeof value !== 'object' || value === null) return false
  // Read once: a getter that flips would otherwise be granted and then be no function.
  const method = reflectGet(value, 'fetch')
  if (typeof method !== 'function') return false
  handler = (request) => reflectApply(method, value, [request])

  return true
}

/** Calls the kept handler with one serialized request and reports its serialized answer. */
export async function invokeHandler(
  method: string,
  url: string,
  headersJson: string,
  body: ArrayBuffer | undefined,
): Promise<void> {
  try {
    const codec = needGroup('fetch') as HandleCodec
    const headers = jsonParse(headersJson) as Array<[string, string]>
    const request = codec.requestFromMessage({ method, url, headers, body: body ?? null })
    const answer = await codec.responseToMessage(await handler?.(request))
    report(answer)
  } catch (error) {
    bridge('invoke-failed', describeFailure(error))
  }
}

function report(answer: OutboundResponseMessage): void {
  const headers = jsonStringify(answer.headers) ?? '[]'
  bridge('invoked', answer.status, answer.statusText, headers, bytesToText(answer.body))
}
