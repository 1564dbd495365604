// Runs programs that use `crypto`, with a few functions of their own for bytes as hexadecimal text.

import assert from 'node:assert/strict'
import { createExecutor, type ExecuteRequest, type ExecuteResult } from '@supolka/codemode-executor'

const PRELUDE = `
  const { subtle } = crypto
  const hex = (source) => {
    let text = ''
    for (const byte of new Uint8Array(source)) text += byte.toString(16).padStart(2, '0')
    return text
  }
  const bytes = (text) =>
    Uint8Array.from({ length: text.length / 2 }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16))
  const utf8 = (text) => new TextEncoder().encode(text)
  const outcome = async (attempt) => {
    try {
      return await attempt()
    } catch (error) {
      return { name: error.name, isDom: error instanceof DOMException, message: error.message }
    }
  }
  const failureOf = async (attempt) => {
    const { name = 'nothing', isDom = false } = (await outcome(attempt)) ?? {}
    return isDom ? name : 'plain ' + name
  }
`

/** A list that a program returned, as texts. */
export function textsOf(value: unknown): Array<string> {
  assert.ok(Array.isArray(value))

  return value.map(String)
}

export type Programs = {
  /** The whole result of an execution of this function body. */
  execute: (body: string, request?: Partial<ExecuteRequest>) => Promise<ExecuteResult>
  /** What the body returns; fails the test when the run reports an error. */
  run: (body: string, request?: Partial<ExecuteRequest>) => Promise<unknown>
  dispose: () => Promise<void>
}

/** Programs on one worker. Whoever opens them disposes them. */
export function openPrograms(): Programs {
  const executor = createExecutor({ workers: 1, outbound: null, timeout: 20_000 })
  const execute: Programs['execute'] = (body, request) =>
    executor.execute({ ...request, code: `async () => { ${PRELUDE} ${body} }` })

  return {
    execute,
    run: async (body, request) => {
      const outcome = await execute(body, request)
      assert.equal('error' in outcome ? outcome.error : undefined, undefined)

      return outcome.result
    },
    dispose: () => executor.dispose(),
  }
}
