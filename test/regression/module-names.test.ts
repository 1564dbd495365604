import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExecutor } from '@supolka/codemode-executor'

// isolated-vm hands specifiers over as their UTF-8 bytes, one in each character.

test('a module whose name is not ASCII can be imported, statically and dynamically', async () => {
  await using executor = createExecutor({ workers: 1 })
  const outcome = await executor.execute({
    code: `import a from 'č€😀'\nasync () => [a, (await import('č€😀')).default]`,
    modules: { 'č€😀': 'export default 1' },
  })
  assert.deepEqual(outcome, { result: [1, 1], logs: [] })
})

test('an unmapped name that is not ASCII is named as it was written', async () => {
  await using executor = createExecutor({ workers: 1 })
  const { error } = await executor.execute({
    code: `import 'č'\nasync () => 1`,
    modules: { a: 'export default 1' },
  })
  assert.equal(
    error,
    'Module "č" is not in the module map. Import one of the names it declares: a.',
  )
})

test('a dynamic import is not cut at a NUL', async () => {
  await using executor = createExecutor({ workers: 1 })
  const { result } = await executor.execute({
    code: `async () => import('a\\0b').catch((error) => error.message.includes('is not in the module map'))`,
    modules: { a: 'export default "the wrong one"' },
  })
  assert.equal(result, true)
})
