// Connectors of the dialect, whose tools a program calls through the adapter.

import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import type { ConnectorTool, ConnectorTools } from '@cloudflare/codemode'
import { createCodemodeExecutor } from '@supolka/cloudflare-codemode-executor/codemode'
import { onEachExecutor } from '../on-each-executor.ts'
import { openDurableHost, type DurableHost } from './durable-host.ts'
import { ItemsConnector } from './items-connector.ts'
import { dialect } from './load-dialect.ts'
import { completed, paused } from './outputs.ts'

/** Its hook asks for an approval of what the tools themselves leave open. */
class Guarded extends ItemsConnector {
  protected override tool(name: string, tool: ConnectorTool): ConnectorTool {
    return name === 'list_items' ? { ...tool, requiresApproval: true } : tool
  }
}

/** One of its tools asks for an approval and for another execution in each replay. */
class Contradictory extends dialect.CodemodeConnector {
  override name(): string {
    return 'odd'
  }

  protected override tools(): ConnectorTools {
    return { act: { requiresApproval: true, replay: 'reexecute', execute: () => 'done' } }
  }
}

onEachExecutor((executor) => {
  const adapter = createCodemodeExecutor(executor)
  const open = (): DurableHost => openDurableHost(adapter)

  test('a description is made of the tools, with the mark of an approval', async () => {
    const { name, descriptors, annotations } = await open().connector.describe()
    equal(name, 'items')
    deepEqual(descriptors['list_items'], {
      description: 'List all items.',
      inputSchema: { type: 'object' },
      outputSchema: undefined,
    })
    deepEqual(annotations?.['create_item'], { requiresApproval: true })
    equal(annotations?.['list_items'], undefined)
  })

  test('a program reads that description', async () => {
    const output = await open().run(`async () => {
      const { requiresApproval, description } = await codemode.describe('items.create_item')
      const { results: [found] } = await codemode.search('list all items')
      return [requiresApproval, description, found.path, 'requiresApproval' in found]
    }`)
    deepEqual(completed(output).result, [true, 'Create an item.', 'items.list_items', false])
  })

  test('a call reaches the tool of its name, with its argument', async () => {
    const { run, connector } = open()
    const output = await run(`async () => await items.add_note({ text: 'hi' })`)
    deepEqual(completed(output).result, { index: 0 })
    deepEqual(connector.notes, ['hi'])
  })

  test('a call of a tool that is not there names it and its connector', async (t) => {
    // The dialect prints it as well.
    t.mock.method(console, 'error', () => {})
    const output = await open().run(
      'async () => { try { await items.nope() } catch (e) { return e.message } }',
    )
    equal(completed(output).result, 'Tool "nope" not found on items')
  })

  test('a tool that can revert does so with its argument and its answer', async () => {
    const { run, runtime, connector } = open()
    const { executionId } = completed(await run(`async () => await items.add_note({ text: 'a' })`))
    await runtime.rollback({ executionId })
    deepEqual(connector.notes, ['reverted'])
    equal(await connector.revertAction('add_note', { text: 'a' }, { index: 0 }), true)
  })

  test('a tool without a way back reverts nothing', async () => {
    const { run, runtime, connector } = open()
    const { executionId } = completed(await run('async () => await items.list_items()'))
    await runtime.rollback({ executionId })
    equal((await runtime.executions())[0]?.status, 'completed')
    equal(await connector.revertAction('list_items', {}, []), false)
    equal(await connector.revertAction('nope', {}, undefined), false)
  })

  test('the hook of a connector changes its tools', async () => {
    const connector = new Guarded({}, {})
    const runtime = open().other({ connectors: [connector] })
    const code = 'async () => await items.list_items()'
    const { executionId, pending } = paused(await runtime.execute({ code }))
    deepEqual(
      pending.map(({ method }) => method),
      ['list_items'],
    )
    equal(connector.lists, 0)
    deepEqual(completed(await runtime.approve({ executionId })).result, [])
  })

  test('the mark of a tool that is executed in each replay is in the description and the record', async () => {
    const { run, connector } = open()
    const { annotations } = await connector.describe()
    deepEqual(annotations?.['read_counter'], { replay: 'reexecute' })
    const { result, calls } = completed(await run('async () => await items.read_counter()'))
    deepEqual(result, { reads: 1 })
    deepEqual([calls?.[0]?.ephemeral, calls?.[0]?.result], [true, undefined])
  })

  test('a tool that needs an approval cannot be executed in each replay', async () => {
    const connector = new Contradictory({}, {})
    const refusal = {
      message:
        /^Connector "odd" tool "act" cannot combine requiresApproval with replay: "reexecute"/,
    }
    await rejects(connector.describe(), refusal)
    const runtime = open().other({ connectors: [connector] })
    await rejects(runtime.execute({ code: 'async () => await odd.act()' }), refusal)
  })

  test('types are written for a connector under its name', async () => {
    match(await open().connector.getTypeScriptTypes(), /declare const items: \{/)
  })
})
