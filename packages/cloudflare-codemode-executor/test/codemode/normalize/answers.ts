// Shorthand for tests of what a model's answer becomes.

import { fail } from 'node:assert/strict'
import { normalizeCode } from '../../../src/codemode/normalize/normalize-code.ts'

/** The code that an answer becomes. */
export async function codeOf(answer: string): Promise<string> {
  const normalized = await normalizeCode(answer, { typescript: true })

  return 'refusal' in normalized ? fail(normalized.refusal) : normalized.code
}

/** The text that refuses an answer. */
export async function refusalOf(answer: string): Promise<string> {
  const normalized = await normalizeCode(answer, { typescript: true })

  return 'refusal' in normalized ? normalized.refusal : fail(`It became ${normalized.code}`)
}

/** A value as a program without tools gives it, computed here. */
export async function valueOf(answer: string): Promise<unknown> {
  const code = await codeOf(answer)
  const module = `export default (${code}\n)`
  const { default: program } = (await import(
    `data:text/javascript,${encodeURIComponent(module)}`
  )) as { default: () => unknown }

  return program()
}
