// Runs function bodies as programs of a real executor.

import assert from 'node:assert/strict'
import {
  createExecutor,
  type ExecuteRequest,
  type ExecuteResult,
  type ExecutorOptions,
} from '@supolka/codemode-executor'

export type Programs = {
  /** The whole result of an execution. */
  execute: (body: string, request?: Partial<ExecuteRequest>) => Promise<ExecuteResult>
  /** What the body returns; fails the test when the run reports an error. */
  run: (body: string) => Promise<unknown>
  dispose: () => Promise<void>
}

/** Programs on one worker. Whoever opens them disposes them. */
export function openPrograms(options: ExecutorOptions = {}): Programs {
  const executor = createExecutor({ workers: 1, outbound: null, timeout: 10_000, ...options })
  const execute: Programs['execute'] = (body, request) =>
    executor.execute({ ...request, code: `async () => {${body}\n}` })

  return {
    execute,
    run: async (body) => {
      const outcome = await execute(body)
      assert.equal('error' in outcome ? outcome.error : undefined, undefined)

      return outcome.result
    },
    dispose: () => executor.dispose(),
  }
}
