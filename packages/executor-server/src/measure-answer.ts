// The size of an answer as it goes on the wire, measured before it is sent.

import {
  ResponseTooLargeError,
  type ExecuteResultMessage,
  type OutboundResponseMessage,
} from '@supolka/codemode-executor-protocol'
import { serialize } from 'capnweb'

/** The most bytes that a UTF-16 code unit becomes in JSON. */
const LARGEST_UNIT = 6

/** What an answer needs beside its texts, its lists and its body, in bytes. */
const ENVELOPE_ALLOWANCE = 1_024

/** What a log line or a header needs beside its texts, in bytes. */
const ENTRY_ALLOWANCE = 32

/**
 * Throws `RESPONSE_TOO_LARGE` for an outcome above the limit, with the tool calls that its run has
 * already made.
 */
export function checkOutcomeSize(message: ExecuteResultMessage, limit: number): void {
  const { resultJson = '', error = '', executionId = '', logs, usage } = message
  const texts = [resultJson, error, executionId, ...logs.map(({ text }) => text)]
  const size = sizeOf(message, limit, mostOf(texts, logs.length))
  if (size <= limit) return
  throw Object.assign(new ResponseTooLargeError(size, limit), { dispatched: usage?.toolCalls ?? 0 })
}

/** Throws `RESPONSE_TOO_LARGE` for a handler's response above the limit; a body crosses as base64. */
export function checkResponseSize(response: OutboundResponseMessage, limit: number): void {
  const { statusText, headers, body } = response
  const digits = Math.ceil(body.byteLength / 3) * 4
  const size = sizeOf(
    response,
    limit,
    mostOf([statusText, ...headers.flat()], headers.length) + digits,
  )
  if (size > limit) throw new ResponseTooLargeError(size, limit)
}

function mostOf(texts: Array<string>, entries: number): number {
  const units = texts.reduce((sum, text) => sum + text.length, 0)

  return units * LARGEST_UNIT + entries * ENTRY_ALLOWANCE + ENVELOPE_ALLOWANCE
}

/** The bytes of an answer; nearly all are far below the limit, and are not written twice for it. */
function sizeOf(answer: unknown, limit: number, most: number): number {
  return most <= limit ? most : Buffer.byteLength(serialize(answer))
}
