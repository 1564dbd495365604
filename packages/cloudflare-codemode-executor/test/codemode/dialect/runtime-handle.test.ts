// The handle of the dialect's durable runtime, with the adapter as its executor.

import { deepEqual, equal, match, ok, throws } from 'node:assert/strict'
import { test } from 'node:test'
import {
  createCodemodeExecutor,
  type CodemodeExecutor,
} from '@supolka/cloudflare-codemode-executor/codemode'
import { onEachExecutor } from '../on-each-executor.ts'
import { openDurableHost, type DurableHost } from './durable-host.ts'
import { ItemsConnector } from './items-connector.ts'
import { completed, paused } from './outputs.ts'

const CREATE = `async () => await items.create_item({ title: 'hello' })`

type Counted = DurableHost & { runs: () => number }

class CodemodeNamed extends ItemsConnector {
  override name(): string {
    return 'codemode'
  }
}

onEachExecutor((executor) => {
  /** A host whose executor counts the runs that it is asked for. */
  function open(): Counted {
    const adapter = createCodemodeExecutor(executor)
    let count = 0
    const counting: CodemodeExecutor = {
      execute: async (...request) => {
        count += 1

        return adapter.execute(...request)
      },
    }

    return { ...openDurableHost(counting), runs: () => count }
  }

  test('two connectors of one name are refused', () => {
    const { connector, other } = open()
    throws(() => other({ connectors: [connector, connector] }), {
      message: /^Duplicate connector name "items"/,
    })
  })

  test('a connector with the name of the platform is refused', () => {
    const connectors = [new CodemodeNamed({}, {})]
    throws(() => open().other({ connectors }), {
      message: 'Connector name "codemode" is reserved for the codemode platform SDK.',
    })
  })

  test('a Worker that does not export the runtime is told so', () => {
    const runtime = open().other({ ctx: { exports: {} } as never })
    throws(() => runtime.tool(), {
      message: /^CodemodeRuntime is not exported from this Worker entry\./,
    })
  })

  test('the tool’s input has one property, which is code', () => {
    const { jsonSchema } = open().runtime.tool().inputSchema['~standard']
    deepEqual(jsonSchema.input({ target: 'draft-07' }), {
      type: 'object',
      properties: { code: { type: 'string' } },
      required: ['code'],
      additionalProperties: false,
    })
  })

  test('the tool’s input is validated', () => {
    const { validate } = open().runtime.tool().inputSchema['~standard']
    deepEqual(validate({ code: 'async () => 1' }), { value: { code: 'async () => 1' } })
    for (const input of [{}, { code: 1 }, null, 'async () => 1']) {
      ok('issues' in validate(input), JSON.stringify(input))
    }
  })

  test('without the AI SDK a program is executed once', async () => {
    const { runtime, runs } = open()
    equal(completed(await runtime.execute({ code: 'async () => 40 + 2' })).result, 42)
    equal(runs(), 1)
  })

  test('a search finds methods and snippets, and starts no sandbox', async () => {
    const { runtime, facet, runs } = open()
    const executionId = await facet.begin('async () => 1')
    await runtime.saveSnippet('list_twice', { executionId, description: 'Lists items twice' })
    const { results } = await runtime.search('list')
    deepEqual(
      new Map(results.map(({ path, kind }) => [path, kind])),
      new Map([
        ['items.list_items', 'method'],
        ['list_twice', 'snippet'],
      ]),
    )
    equal(runs(), 0)
  })

  test('a description has the types of a method, and starts no sandbox', async () => {
    const { runtime, runs } = open()
    const { path, types, requiresApproval } = await runtime.describe('items.create_item')
    deepEqual([path, requiresApproval], ['items.create_item', true])
    match(types, /type CreateItemInput/)
    equal(runs(), 0)
  })

  test('an approval executes again with the same executor', async () => {
    const { run, runtime, runs } = open()
    const { executionId } = paused(await run(CREATE))
    equal(runs(), 1)
    completed(await runtime.approve({ executionId }))
    equal(runs(), 2)
  })

  test('what waits for approval is read without a sandbox', async () => {
    const { run, runtime, runs } = open()
    const { executionId, pending } = paused(await run(CREATE))
    deepEqual(await runtime.pending(executionId), pending)
    deepEqual(
      pending.map(({ connector, method, args }) => [connector, method, args]),
      [['items', 'create_item', { title: 'hello' }]],
    )
    equal(runs(), 1)
  })

  test('the record of runs is read and shortened without a sandbox', async () => {
    const { run, runtime, runs } = open()
    completed(await run(`async () => 'first'`))
    completed(await run(`async () => 'second'`))
    deepEqual(
      new Set((await runtime.executions()).map(({ result }) => result)),
      new Set(['first', 'second']),
    )
    equal((await runtime.executions(1)).length, 1)
    equal(await runtime.pruneExecutions(1), 1)
    equal((await runtime.executions()).length, 1)
    equal(runs(), 2)
  })

  test('snippets are saved, listed and deleted without a sandbox', async () => {
    const { run, runtime, runs } = open()
    const { executionId } = completed(await run('async () => 1'))
    const saved = await runtime.saveSnippet('one', { executionId, description: 'gives one' })
    deepEqual(
      [saved.name, saved.description, saved.code, saved.connectors],
      ['one', 'gives one', 'async () => 1', ['items']],
    )
    deepEqual(await runtime.snippets(), [saved])
    equal(await runtime.deleteSnippet('one'), true)
    deepEqual(await runtime.snippets(), [])
    equal(runs(), 1)
  })
})
