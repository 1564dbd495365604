// Compares what a run gave with what its case expects.

import { isDeepStrictEqual } from 'node:util'
import type { ExecuteResult, LogLine } from '@supolka/codemode-executor'
import type { FieldExpectation, LogExpectation } from './field-case.ts'

/** A run as its host saw it. */
export type FieldOutcome = ExecuteResult & {
  logs: Array<LogLine>
  toolCalls: number
  outboundCalls: number
  ms: number
}

type Check = (want: FieldExpectation, got: FieldOutcome) => boolean

const checks: { [Key in keyof FieldExpectation]-?: Check } = {
  anyOf: ({ anyOf = [] }, got) => anyOf.some((want) => shortfalls(want, got).length === 0),
  resultEquals: ({ resultEquals }, { result, error }) =>
    error === undefined &&
    isDeepStrictEqual(structuredClone(asBytes(result)), structuredClone(resultEquals)),
  resultMatches: ({ resultMatches }, { result }) =>
    resultMatches?.test(JSON.stringify(result) ?? '') === true,
  errorStartsWith: ({ errorStartsWith = '' }, { error = '' }) => error.startsWith(errorStartsWith),
  errorMatches: ({ errorMatches }, { error }) =>
    typeof error === 'string' && errorMatches?.test(error) === true,
  isError: ({ isError }, { error }) => (error !== undefined) === isError,
  logs: ({ logs = [] }, got) =>
    logs.length === got.logs.length && logs.every((want, index) => isLine(want, got.logs[index])),
  lastLogLevel: ({ lastLogLevel }, { logs }) => logs.at(-1)?.level === lastLogLevel,
  toolCallCount: ({ toolCallCount }, { toolCalls }) => toolCalls === toolCallCount,
  outboundCalls: (want, got) => got.outboundCalls === want.outboundCalls,
  minMs: ({ minMs = 0 }, { ms }) => ms >= minMs,
  maxMs: ({ maxMs = Infinity }, { ms }) => ms <= maxMs,
}

/** The names of the expectations that `got` does not meet. */
export function shortfalls(want: FieldExpectation, got: FieldOutcome): Array<string> {
  return Object.entries(checks)
    .filter(([name, check]) => name in want && !check(want, got))
    .map(([name]) => name)
}

function asBytes(value: unknown): unknown {
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : value
}

function isLine(want: LogExpectation, got: LogLine | undefined): boolean {
  return (
    got !== undefined &&
    got.level === want.level &&
    (want.textEquals === undefined || got.text === want.textEquals) &&
    (want.textMatches === undefined || want.textMatches.test(got.text)) &&
    (want.textLacks === undefined || !got.text.includes(want.textLacks))
  )
}
