// What a case demands of its outcome, and the judgement of it.

import { brief } from './brief.ts'
import type { CaseContext, Outcome } from './hostile-case.ts'
import { isObject } from './member-of.ts'

/** `true`, or the reason why not. */
type Verdict = boolean | string

/** Every member that is present must hold. */
export type Expectation = {
  /** One of them must hold. */
  oneOf?: Array<Expectation>
  resultEquals?: unknown
  resultMatches?: RegExp
  errorEquals?: string
  errorStartsWith?: string
  errorMatches?: RegExp
  errorPresent?: true
  errorAbsent?: true
  /** Any outcome is right, as long as there is one. */
  settled?: true
  mayReject?: true
  /** How many tool calls may reach the host at most. */
  dispatchMax?: number
  check?: (outcome: Outcome, context: CaseContext) => Verdict | Promise<Verdict>
}

/** The run succeeds with this value. */
export function answers(value: unknown): Expectation {
  return { errorAbsent: true, resultEquals: value }
}

/** Equality of JSON-like values by their own keys. */
export function isSame(left: unknown, right: unknown, depth = 0): boolean {
  if (Object.is(left, right)) return true
  if (!isObject(left) || !isObject(right) || depth > 200) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const keys = Object.keys(left)

  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSame(left[key], right[key], depth + 1))
  )
}

/** The first reason why the outcome falls short, or `undefined`. */
export async function shortfall(
  expected: Expectation,
  outcome: Outcome,
  context: CaseContext,
): Promise<string | undefined> {
  return (
    (await shortOfAll(expected, outcome, context)) ??
    shortOfSettling(expected, outcome) ??
    shortOfResult(expected, outcome) ??
    shortOfError(expected, outcome) ??
    shortOfDispatch(expected, context) ??
    (await shortOfCheck(expected, outcome, context))
  )
}

async function shortOfAll(
  { oneOf }: Expectation,
  outcome: Outcome,
  context: CaseContext,
): Promise<string | undefined> {
  if (oneOf === undefined) return undefined
  const reasons = await Promise.all(oneOf.map((each) => shortfall(each, outcome, context)))
  if (reasons.includes(undefined)) return undefined

  return `none of: ${reasons.join(' | ')}`
}

function shortOfSettling(expected: Expectation, outcome: Outcome): string | undefined {
  if (outcome.rejected === undefined || expected.check || expected.mayReject) return undefined

  return `execute rejected: ${brief(outcome.rejected)}`
}

function shortOfResult(expected: Expectation, { result, error }: Outcome): string | undefined {
  if ('resultEquals' in expected && !(error === undefined && isSame(result, expected.resultEquals)))
    return `result ${brief(error === undefined ? result : { error })} != ${brief(expected.resultEquals)}`
  if (expected.resultMatches && !expected.resultMatches.test(String(result)))
    return `result ${brief(result)} !~ ${expected.resultMatches}`

  return undefined
}

function shortOfError(expected: Expectation, outcome: Outcome): string | undefined {
  const { result, error } = outcome
  if (expected.errorPresent && typeof error !== 'string')
    return `expected an error text, got result ${brief(result)}`
  if (expected.errorAbsent && error !== undefined) return `unexpected error ${brief(error)}`

  return shortOfErrorText(expected, outcome)
}

function shortOfErrorText(
  { errorEquals, errorStartsWith, errorMatches }: Expectation,
  { result, error }: Outcome,
): string | undefined {
  const seen = `error ${brief(error ?? { result })}`
  if (errorEquals !== undefined && error !== errorEquals) return `${seen} != ${brief(errorEquals)}`
  if (errorStartsWith !== undefined && !isText(error, (text) => text.startsWith(errorStartsWith)))
    return `${seen} does not start with ${brief(errorStartsWith)}`
  if (errorMatches !== undefined && !isText(error, (text) => errorMatches.test(text)))
    return `${seen} !~ ${brief(String(errorMatches))}`

  return undefined
}

function isText(value: unknown, such: (text: string) => boolean): boolean {
  return typeof value === 'string' && such(value)
}

function shortOfDispatch({ dispatchMax }: Expectation, { calls }: CaseContext): string | undefined {
  if (dispatchMax === undefined || calls.length <= dispatchMax) return undefined

  return `the dispatch saw ${calls.length} calls, more than ${dispatchMax}`
}

async function shortOfCheck(
  { check }: Expectation,
  outcome: Outcome,
  context: CaseContext,
): Promise<string | undefined> {
  if (check === undefined) return undefined
  try {
    const verdict = await check(outcome, context)
    if (verdict === true) return undefined

    return typeof verdict === 'string' ? verdict : `the check said ${String(verdict)}`
  } catch (failure) {
    return `the check threw: ${String(failure)} on ${brief(outcome)}`
  }
}
