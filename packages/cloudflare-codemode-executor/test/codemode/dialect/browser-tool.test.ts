import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { createCodemodeExecutor } from '@supolka/cloudflare-codemode-executor/codemode'
import { onEachExecutor } from '../on-each-executor.ts'
import { dialectBrowser } from './load-dialect.ts'

onEachExecutor((executor) => {
  const adapter = createCodemodeExecutor(executor)

  test('code without a value gives undefined', async () => {
    const outcome = await adapter.execute('async () => { const x = 1 }', [])
    deepEqual(outcome, { result: undefined, logs: [] })
  })

  test('the text of a timeout is the dialect’s alone', async () => {
    const { error } = await createCodemodeExecutor(executor, { timeout: 50 }).execute(
      'async () => new Promise(() => {})',
      [],
    )
    equal(error, 'Execution timed out')
  })

  test('dots and dashes of a tool’s name become underscores', async () => {
    const outcome = await adapter.execute('async () => codemode.github_list_issues({})', [
      { name: 'codemode', fns: { 'github.list-issues': async () => [1] } },
    ])
    deepEqual(outcome.result, [1])
  })

  test('a program can catch the call of a tool that is not there', async () => {
    const outcome = await adapter.execute(
      'async () => { try { await codemode.nonexistent({}) } catch (e) { return e.message } }',
      [{ name: 'codemode', fns: { listed: async () => 1 } }],
    )
    equal(outcome.result, 'Tool "nonexistent" not found')
  })

  test('arguments arrive in their places', async () => {
    const outcome = await adapter.execute(`async () => codemode.join('a', 'b', 'c')`, [
      { name: 'codemode', fns: { join: async (...parts) => parts.join('/') } },
    ])
    equal(outcome.result, 'a/b/c')
  })

  test('the browser’s tool keeps what needs approval out of reach', async () => {
    const codeTool = dialectBrowser.createBrowserCodeTool({
      executor: adapter,
      tools: {
        dangerousTool: {
          description: 'Does harm',
          inputSchema: { type: 'object' },
          needsApproval: true,
          execute: async () => 'done',
        },
      },
    } as unknown as Parameters<typeof dialectBrowser.createBrowserCodeTool>[0])
    await rejects(
      async () => codeTool.execute({ code: 'async () => codemode.dangerousTool({})' }),
      { message: 'Code execution failed: Tool "dangerousTool" not found' },
    )
  })
})
