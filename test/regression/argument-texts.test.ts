import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExecutor } from '@supolka/codemode-executor'

// Arguments that are wrong in a way that once was reported as something else.

test('wrong fields of a request are named as they came', async () => {
  await using executor = createExecutor({ workers: 1 })
  const run = (more: object): Promise<unknown> =>
    Reflect.apply(executor.execute, executor, [{ code: 'async () => 1', ...more }])
  await assert.rejects(
    run({ providers: 'x' }),
    /field "providers" must be an array, and the string "x" came/,
  )
  await assert.rejects(run({ signal: {} }), /field "signal" must be an AbortSignal/)
})

test('a wrong option is named as it came', () => {
  assert.throws(
    () => Reflect.apply(createExecutor, undefined, [{ execPath: 5 }]),
    /option "execPath" must be a string, and 5 came/,
  )
})

test('handles are asked for by text', async () => {
  await using executor = createExecutor({ workers: 1 })
  const invoke = Reflect.apply(executor.invokeHandle, executor, [undefined, 'fetch', {}])
  await assert.rejects(invoke, /argument "executionId" must be a string, and nothing came/)
})
