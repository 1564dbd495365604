import { match } from 'node:assert/strict'
import { test } from 'node:test'
import { createExecutor } from '@supolka/codemode-executor'

// A program past the bound of a frame's header ended the child, and its execution was a retryable fault.

test('a program larger than its memory limit is told so, whatever its size', async () => {
  await using executor = createExecutor({ workers: 1, memoryLimit: 32 })
  const code = `async () => '${'a'.repeat(60_000_000)}'.length`
  const { error } = await executor.execute({ code })

  match(String(error), /^Execution ran out of memory at its 32 MB limit\./)
})
