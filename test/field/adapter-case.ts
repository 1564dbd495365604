// The form of an answer that a model gave somewhere, with what the codemode adapter should make of it.

import type { FieldExpectation } from './field-case.ts'

/** A report: what the model answered, as it came. */
export type AdapterCase = {
  id: string
  /** Where it was reported: repository and number. */
  source: string
  /** What decides the expectation: the dialect of `@cloudflare/codemode`, a standard, or common sense. */
  basis: 'dialect' | 'standard' | 'judgement'
  answer: string
  /** The tools of the namespace `codemode`, by the names they were registered under. */
  tools?: Record<string, (...args: Array<never>) => unknown>
  expect: FieldExpectation
}
