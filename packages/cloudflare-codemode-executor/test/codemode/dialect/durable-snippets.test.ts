// The dialect's durable runtime over the adapter: programs that have run become snippets of later ones.

import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { createCodemodeExecutor } from '@supolka/cloudflare-codemode-executor/codemode'
import { onEachExecutor } from '../on-each-executor.ts'
import { openDurableHost } from './durable-host.ts'
import { completed } from './outputs.ts'

onEachExecutor(
  (executor) => {
    const adapter = createCodemodeExecutor(executor)
    const open = (): ReturnType<typeof openDurableHost> => openDurableHost(adapter)

    test('a run becomes a snippet that a later program runs inside of its own', async () => {
      const { run, runtime } = open()
      const { executionId } = completed(await run(`async (input) => 'ran:' + (input ?? 'none')`))
      await runtime.saveSnippet('greet', { description: 'says hi', executionId })
      equal(
        completed(await run(`async () => await codemode.run('greet', 'world')`)).result,
        'ran:world',
      )
    })

    test('snippets may have been fenced, statements or TypeScript', async () => {
      const { run, runtime } = open()
      const answers = {
        fenced: '```ts\nasync () => { return 42 }\n```',
        statements: 'const list = await items.list_items();\nreturn list.length;',
        typed: 'async (limit: number = 3): Promise<number> => limit',
      }
      for (const [name, answer] of Object.entries(answers)) {
        // oxlint-disable-next-line no-await-in-loop -- each run is saved before the next
        const { executionId } = completed(await run(answer))
        // oxlint-disable-next-line no-await-in-loop
        await runtime.saveSnippet(name, { executionId })
      }
      const code = `async () => [
      await codemode.run('fenced'), await codemode.run('statements'), await codemode.run('typed'),
    ]`
      deepEqual(completed(await run(code)).result, [42, 0, 3])
    })

    test('a snippet does not run without its connectors', async () => {
      const { run, runtime, other } = open()
      const { executionId } = completed(await run('async () => await items.list_items()'))
      await runtime.saveSnippet('list', { executionId })
      const bare = other({ connectors: [] })
      const outcome = await bare.execute({ code: `async () => await codemode.run('list')` })
      match(
        (completed(outcome).result as { error: string }).error,
        /requires connector\(s\) "items"/,
      )
    })
  },
  // One worker: a snippet runs inside of a tool call, and must not wait for the worker that waits for it.
  { workers: 1 },
)
