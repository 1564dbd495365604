// The dialect's durable runtime over the adapter: snippets, ends of runs, bounds, and a host that goes away.

import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createCodemodeExecutor } from '@supolka/cloudflare-codemode-executor/codemode'
import { onEachExecutor } from '../on-each-executor.ts'
import { openDurableHost, type Output } from './durable-host.ts'

const CREATE = `async () => await items.create_item({ title: 'hello' })`

function idOf(output: Output, status: Output['status']): string {
  equal(output.status, status, JSON.stringify(output))

  return output.executionId
}

function resultOf(output: Output): unknown {
  ok(output.status === 'completed', JSON.stringify(output))

  return output.result
}

onEachExecutor(
  (executor) => {
    const adapter = createCodemodeExecutor(executor)
    const open = (): ReturnType<typeof openDurableHost> => openDurableHost(adapter)

    test('a run becomes a snippet that a later program runs inside of its own', async () => {
      const { run, runtime } = open()
      const executionId = idOf(
        await run(`async (input) => 'ran:' + (input ?? 'none')`),
        'completed',
      )
      await runtime.saveSnippet('greet', { description: 'says hi', executionId })
      equal(resultOf(await run(`async () => await codemode.run('greet', 'world')`)), 'ran:world')
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
        const executionId = idOf(await run(answer), 'completed')
        // oxlint-disable-next-line no-await-in-loop
        await runtime.saveSnippet(name, { executionId })
      }
      const code = `async () => [
        await codemode.run('fenced'), await codemode.run('statements'), await codemode.run('typed'),
      ]`
      deepEqual(resultOf(await run(code)), [42, 0, 3])
    })

    test('a tool hears which execution it works for', async () => {
      const output = await open().run('async () => await items.session_id()')
      deepEqual(resultOf(output), { executionId: output.executionId })
    })

    test('connectors hear of each pass, and of the end once', async () => {
      const { run, runtime, connector } = open()
      const executionId = idOf(await run(CREATE), 'paused')
      deepEqual(connector.disposed, [])
      deepEqual(connector.passEnds, [{ executionId, status: 'paused' }])
      await runtime.approve({ executionId })
      deepEqual(connector.disposed, [{ executionId, status: 'completed' }])
      deepEqual(connector.passEnds.at(-1), { executionId, status: 'completed' })
    })

    test('connectors hear of a rejection, but not of one that came for nothing', async () => {
      const { run, runtime, connector } = open()
      const executionId = idOf(await run(CREATE), 'paused')
      equal(await runtime.reject({ seq: 999, executionId }), false)
      deepEqual(connector.disposed, [])
      equal(await runtime.reject({ seq: 0, executionId }), true)
      deepEqual(connector.disposed, [{ executionId, status: 'rejected' }])
    })

    test('connectors hear of a rollback', async () => {
      const { run, runtime, connector } = open()
      const code = `async () => await items.add_note({ text: 'hi' })`
      const executionId = idOf(await run(code), 'completed')
      await runtime.rollback({ executionId })
      deepEqual(
        connector.disposed.map(({ status }) => status),
        ['completed', 'rolled_back'],
      )
    })

    test('what is not to be recorded is done again in each pass', async () => {
      const { run, runtime } = open()
      const executionId = idOf(
        await run(`async () => {
          const counted = await items.read_counter()
          await items.create_item({ title: 't' })
          return counted
        }`),
        'paused',
      )
      deepEqual(resultOf(await runtime.approve({ executionId })), { reads: 2 })
    })

    test('recorded bytes are bytes again in a replay', async () => {
      const { run, runtime, connector } = open()
      const executionId = idOf(
        await run(`async () => {
          const bytes = await items.get_bytes()
          await items.create_item({ title: 'b' })
          return [bytes instanceof Uint8Array, Array.from(bytes)]
        }`),
        'paused',
      )
      deepEqual(resultOf(await runtime.approve({ executionId })), [true, [1, 2, 3, 4, 5]])
      equal(connector.byteReads, 1)
    })

    test('an answer that is too large to record fails the run in words', async () => {
      const output = await open().run('async () => (await items.big_result()).length')
      ok(output.status === 'error')
      match(output.error, /too large to record durably/)
    })

    test('a result that is too large to record is given all the same', async () => {
      const { run, runtime } = open()
      equal(resultOf(await run(`async () => 'y'.repeat(1_100_000)`)), 'y'.repeat(1_100_000))
      match(String((await runtime.executions())[0]?.result), /omitted from the audit trail/)
    })

    test('runs that nobody comes back to expire', async () => {
      const { run, runtime, facet, connector } = open()
      const executionId = idOf(await run(CREATE), 'paused')
      const abandoned = await facet.begin('async () => 1')
      deepEqual(await runtime.expirePaused({ maxAgeMs: 60_000 }), [])
      // The runtime compares whole milliseconds.
      await setTimeout(2)
      const expired = await runtime.expirePaused({ maxAgeMs: 0 })
      deepEqual(expired.toSorted(), [executionId, abandoned].toSorted())
      deepEqual(connector.disposed.at(0), { executionId, status: 'rejected' })
      deepEqual(await runtime.expirePaused({ maxAgeMs: 0 }), [])
      equal((await runtime.approve({ executionId })).status, 'error')
    })

    test('a deleted run that was paused lets go of what it held', async () => {
      const { run, runtime, connector } = open()
      const executionId = idOf(await run(CREATE), 'paused')
      equal(await runtime.deleteExecution(executionId), true)
      deepEqual(connector.disposed, [{ executionId, status: 'rejected' }])
    })

    test('code that is too large to record is refused', async () => {
      const { run, runtime } = open()
      const output = await run(`async () => { /* ${'x'.repeat(1_000_001)} */ return 1 }`)
      ok(output.status === 'error')
      match(output.error, /too large to record durably/)
      deepEqual(await runtime.executions(), [])
    })

    test('runtimes of two names have histories of their own', async () => {
      const { run, runtime, other } = open()
      await run(`async () => 'default'`)
      const second = other({ name: 'other' })
      await second.execute({ code: `async () => 'other'` })
      deepEqual(
        (await runtime.executions()).map(({ result }) => result),
        ['default'],
      )
      deepEqual(
        (await second.executions()).map(({ result }) => result),
        ['other'],
      )
    })

    test('neither a run nor a snippet goes on without its connectors', async () => {
      const { run, runtime, other } = open()
      const executionId = idOf(await run(CREATE), 'paused')
      const bare = other({ connectors: [] })
      const output = await bare.approve({ executionId })
      ok(output.status === 'error')
      match(output.error, /requires connector\(s\) "items"/)
      equal((await runtime.approve({ executionId })).status, 'completed')

      await runtime.saveSnippet('create', { executionId })
      const refused = await bare.execute({ code: `async () => await codemode.run('create')` })
      match((resultOf(refused) as { error: string }).error, /requires connector\(s\) "items"/)
    })

    test('a transformation shapes the result of a run and of its continuation', async () => {
      const { other } = open()
      const runtime = other({ transformResult: (result) => ({ shaped: result }) })
      const read = await runtime.execute({ code: 'async () => await items.list_items()' })
      deepEqual(resultOf(read), { shaped: [] })
      const executionId = idOf(await runtime.execute({ code: CREATE }), 'paused')
      deepEqual(resultOf(await runtime.approve({ executionId })), {
        shaped: { id: 1, title: 'hello' },
      })
      deepEqual((await runtime.executions())[0]?.result, { id: 1, title: 'hello' })
    })

    test('after an eviction a run goes on from what was recorded', async () => {
      const before = open()
      const executionId = idOf(
        await before.run(`async () => {
          const list = await items.list_items()
          const bytes = await items.get_bytes()
          return [list.length, Array.from(bytes), await items.create_item({ title: 'x' })]
        }`),
        'paused',
      )
      const { runtime, connector } = before.evict()
      const result = resultOf(await runtime.approve({ executionId }))
      deepEqual(result, [0, [1, 2, 3, 4, 5], { id: 1, title: 'x' }])
      deepEqual([connector.lists, connector.byteReads], [0, 0])
      deepEqual(connector.disposed, [{ executionId, status: 'completed' }])
    })

    test('after an eviction what waits can still be rejected', async () => {
      const before = open()
      const executionId = idOf(await before.run(CREATE), 'paused')
      const { runtime, connector } = before.evict()
      equal(await runtime.reject({ seq: 0, executionId }), true)
      deepEqual(connector.disposed, [{ executionId, status: 'rejected' }])
      deepEqual(await runtime.pending(), [])
    })
  },
  // One worker: a snippet runs inside of a tool call, and must not wait for the worker that waits for it.
  { workers: 1 },
)
