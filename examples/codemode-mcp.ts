// The tools of an MCP server as a namespace of programs: one program instead of a call of the model for
// each step. The server is a process of its own, behind the official client.

import { createExecutor } from '@supolka/codemode-executor'
import {
  createCodemodeExecutor,
  sanitizeToolName,
  type CodemodeTool,
} from '@supolka/cloudflare-codemode-executor/codemode'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'

const ArgumentsSchema = z.record(z.string(), z.unknown())

const client = new Client({ name: 'example', version: '1.0.0' })
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [`${import.meta.dirname}/mcp/server.ts`],
  }),
)
const { tools } = await client.listTools()

/** Programs get the value that a tool answers with, and an exception for what it marks as an error. */
const toolOf =
  (name: string): CodemodeTool =>
  async (args) => {
    const called = await client.callTool({ name, arguments: ArgumentsSchema.parse(args ?? {}) })
    const answer = CallToolResultSchema.parse(called)
    const text = answer.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
    if (answer.isError === true) throw new Error(text)

    return JSON.parse(text)
  }

const fns = Object.fromEntries(tools.map(({ name }) => [name, toolOf(name)]))
console.log(
  'for the prompt:',
  tools.map(({ name }) => `library.${sanitizeToolName(name)}`),
)

await using executor = createExecutor({ workers: 1 })
const adapter = createCodemodeExecutor(executor)
const outcome = await adapter.execute(
  `async () => {
    const lent = {}
    for (const { id, title } of await library.list_books({})) {
      lent[title] = await library.lend({ id }).catch(({ message }) => message)
    }
    return lent
  }`,
  [{ name: 'library', fns }],
)
console.log(outcome.error ?? outcome.result)
await client.close()
