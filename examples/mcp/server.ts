// An MCP server over stdio, as any other program could be: two tools of a small library.

import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const books = [
  { id: 'b1', title: 'Coffee', copies: 2 },
  { id: 'b2', title: 'Tea', copies: 0 },
]

const server = new McpServer({ name: 'library', version: '1.0.0' })

server.registerTool('list-books', { description: 'All books', inputSchema: {} }, async () => ({
  content: [{ type: 'text', text: JSON.stringify(books.map(({ id, title }) => ({ id, title }))) }],
}))

server.registerTool(
  'lend',
  { description: 'Lends a book', inputSchema: { id: z.string() } },
  async ({ id }) => {
    const book = books.find((one) => one.id === id)
    const isThere = book !== undefined && book.copies > 0

    return {
      content: [{ type: 'text', text: isThere ? '"lent"' : `No copy of ${id} is left.` }],
      isError: !isThere,
    }
  },
)

await server.connect(new StdioServerTransport())
