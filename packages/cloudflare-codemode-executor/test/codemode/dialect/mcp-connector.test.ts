// The dialect's connector for MCP, before a client and a server of the MCP SDK.

import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import type { McpConnectionLike } from '@cloudflare/codemode'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { createCodemodeExecutor } from '@supolka/cloudflare-codemode-executor/codemode'
import { z } from 'zod'
import { onEachExecutor } from '../on-each-executor.ts'
import { openDurableHost } from './durable-host.ts'
import { dialect } from './load-dialect.ts'
import { completed } from './outputs.ts'

class McpItems extends dialect.McpConnector {
  readonly #client: Client

  constructor(client: Client) {
    super({}, {})
    this.#client = client
  }

  override name(): string {
    return 'remote'
  }

  protected override createConnection(): McpConnectionLike {
    const client = this.#client

    return {
      client,
      instructions: 'Items of another house.',
      fetchTools: async () => (await client.listTools()).tools,
    }
  }
}

type Connected = { connector: McpItems; close: () => Promise<void> }

/** A connector before a server with tools of these names, each of which answers with its own. */
async function connect(names: Array<string>): Promise<Connected> {
  const server = new McpServer({ name: 'items', version: '1.0.0' })
  for (const name of names) {
    server.registerTool(name, { inputSchema: { id: z.number() } }, async ({ id }) => ({
      isError: id < 0,
      content: [{ type: 'text', text: id < 0 ? 'no such item' : JSON.stringify({ name, id }) }],
    }))
  }
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  await server.connect(theirs)
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(ours)

  return { connector: new McpItems(client), close: () => client.close() }
}

onEachExecutor((executor) => {
  const adapter = createCodemodeExecutor(executor)

  test('a program calls a tool of an MCP server by its sanitised name', async (t) => {
    const { connector, close } = await connect(['get-item'])
    t.after(close)
    const runtime = openDurableHost(adapter).other({ connectors: [connector] })
    const output = await runtime.execute({ code: 'async () => await remote.get_item({ id: 7 })' })
    deepEqual(completed(output).result, { name: 'get-item', id: 7 })
  })

  test('an answer that is marked as an error is an exception of the program', async (t) => {
    t.mock.method(console, 'error', () => {})
    const { connector, close } = await connect(['get-item'])
    t.after(close)
    const runtime = openDurableHost(adapter).other({ connectors: [connector] })
    const output = await runtime.execute({
      code: `async () => {
        try { await remote.get_item({ id: -1 }) } catch (e) { return e.message }
      }`,
    })
    equal(completed(output).result, 'no such item')
  })

  test('instructions of a connection are in the description that a program reads', async (t) => {
    const { connector, close } = await connect(['get-item'])
    t.after(close)
    const runtime = openDurableHost(adapter).other({ connectors: [connector] })
    const output = await runtime.execute({
      code: `async () => (await codemode.describe('remote')).types`,
    })
    match(String(completed(output).result), /^Items of another house\.[^]*declare const remote/)
  })

  test('two MCP tools that become one name are refused', async (t) => {
    const { connector, close } = await connect(['get-item', 'get_item'])
    t.after(close)
    const runtime = openDurableHost(adapter).other({ connectors: [connector] })
    await rejects(runtime.execute({ code: 'async () => await remote.get_item({ id: 7 })' }), {
      message:
        'MCP tools "get-item" and "get_item" on remote both map to "get_item". Override toolName() to disambiguate.',
    })
  })
})
