// A program's failure resolves and goes to the model; a fault of the executor rejects and is retried
// while it says that trying again can work.

import { setTimeout } from 'node:timers/promises'
import {
  createExecutor,
  ExecutorError,
  rehydrateExecutorError,
  type ExecuteRequest,
  type ExecuteResult,
  type Executor,
} from '@supolka/codemode-executor'

const ATTEMPTS = 8

/** Executes, and after a retryable fault tries again with a pause that doubles. */
async function executeWithRetry(
  executor: Executor,
  request: ExecuteRequest,
  attempt = 1,
): Promise<ExecuteResult> {
  try {
    return await executor.execute(request)
  } catch (failure) {
    const fault = rehydrateExecutorError(failure)
    if (!(fault instanceof ExecutorError) || !fault.retryable || attempt === ATTEMPTS) throw fault
    console.log(`${fault.code}, attempt ${attempt}`)
    await setTimeout(20 * 2 ** attempt)

    return executeWithRetry(executor, request, attempt + 1)
  }
}

// One worker and nowhere to wait: the second program of two meets a full queue.
const executor = createExecutor({ workers: 1, queueLimit: 0, start: 'eager' })
const slow = `async () => { await new Promise((resolve) => setTimeout(resolve, 150)); return 'done' }`
const outcomes = await Promise.all(
  [slow, 'async () => orders.map(String)'].map((code) => executeWithRetry(executor, { code })),
)
for (const { error, result } of outcomes) console.log(error ?? result)

await executor.dispose()
try {
  await executor.execute({ code: slow })
} catch (failure) {
  const fault = rehydrateExecutorError(failure)
  if (!(fault instanceof ExecutorError)) throw fault
  console.log(`${fault.code}, retryable ${fault.retryable}: ${fault.message}`)
}
