// Reads what the dialect's durable runtime answers; an answer of another kind fails the test with it.

import { ok } from 'node:assert/strict'
import type { dialect } from './load-dialect.ts'

export type Runtime = ReturnType<typeof dialect.createCodemodeRuntime>
export type Output = Awaited<ReturnType<Runtime['execute']>>

export function paused(output: Output): Extract<Output, { status: 'paused' }> {
  ok(output.status === 'paused', JSON.stringify(output))

  return output
}

export function completed(output: Output): Extract<Output, { status: 'completed' }> {
  ok(output.status === 'completed', JSON.stringify(output))

  return output
}

export function errorOf(output: Output): string {
  ok(output.status === 'error', JSON.stringify(output))

  return output.error
}
