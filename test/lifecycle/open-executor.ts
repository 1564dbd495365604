// Executors of these tests: their children run on the Node binary that CODEMODE_NODE names, if any.

import { createExecutor, type ExecutorOptions } from '@supolka/codemode-executor'

type LocalExecutor = ReturnType<typeof createExecutor>

const { CODEMODE_NODE } = process.env

export function openExecutor(options: ExecutorOptions = {}): LocalExecutor {
  return createExecutor({
    ...(CODEMODE_NODE !== undefined && { execPath: CODEMODE_NODE }),
    ...options,
  })
}
