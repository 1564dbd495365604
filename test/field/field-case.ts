// The form of a program that people who run such sandboxes reported, with the outcome it should have.

import type { ExecuteRequest, LogLine } from '@supolka/codemode-executor'

/** A host function behind a tool, called with the decoded arguments. */
type Tool = (...args: Array<never>) => unknown

/** What one captured line must be. */
export type LogExpectation = {
  level: LogLine['level']
  textEquals?: string
  textMatches?: RegExp
  textLacks?: string
}

/** Every member that is present must hold. */
export type FieldExpectation = {
  /** One of them must hold. */
  anyOf?: Array<FieldExpectation>
  /** Deep strict equality; any view of bytes is compared as a Uint8Array. */
  resultEquals?: unknown
  /** Tested on the JSON text of the result. */
  resultMatches?: RegExp
  errorStartsWith?: string
  errorMatches?: RegExp
  isError?: boolean
  /** The whole log list. */
  logs?: Array<LogExpectation>
  lastLogLevel?: LogLine['level']
  toolCallCount?: number
  outboundCalls?: number
  /** Wall time of the run, in ms. */
  minMs?: number
  maxMs?: number
}

/** One program with its request. Providers are derived from `tools` where none are given. */
export type FieldRun = Pick<
  ExecuteRequest,
  'code' | 'providers' | 'modules' | 'timeout' | 'countHostWaits' | 'outbound'
> & {
  tools?: Record<string, Record<string, Tool>>
  expect: FieldExpectation
}

/** A report: one run, or several that go one after the other through the same executor. */
export type FieldCase = {
  id: string
  /** Where it was reported: repository and number. */
  source: string
  /** What decides the expectation: a specification text of ours, a standard, or common sense. */
  basis: 'contract' | 'standard' | 'judgement'
  note?: string
  /** Limit of the executor, in MB. */
  memoryLimit?: number
} & (FieldRun | { sequence: Array<FieldRun> })
