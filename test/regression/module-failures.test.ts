import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExecutor } from '@supolka/codemode-executor'

test('a module that throws no error fails the run in words of its own', async () => {
  await using executor = createExecutor({ workers: 1 })
  const outcome = await executor.execute({
    code: `import 'bad'\nasync () => 1`,
    modules: { bad: 'throw { code: 5 }' },
  })
  assert.deepEqual(outcome, {
    result: undefined,
    error: 'A module threw a value that is not an error.',
    logs: [],
  })
})
