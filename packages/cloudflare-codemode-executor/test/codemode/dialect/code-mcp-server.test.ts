import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { createCodemodeExecutor } from '@supolka/cloudflare-codemode-executor/codemode'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { onEachExecutor } from '../on-each-executor.ts'
import { dialectMcp } from './load-dialect.ts'

const { codeMcpServer, openApiMcpServer } = dialectMcp

const content = (text: string): { content: Array<{ type: 'text'; text: string }> } => ({
  content: [{ type: 'text', text }],
})

function upstreamServer(): McpServer {
  const server = new McpServer({ name: 'tools', version: '1.0.0' })
  server.registerTool('add', { inputSchema: { a: z.number(), b: z.number() } }, async ({ a, b }) =>
    content(String(a + b)),
  )
  server.registerTool('greet', { inputSchema: { name: z.string() } }, async ({ name }) =>
    content(`Hello, ${name}!`),
  )
  server.registerTool('fail_always', { inputSchema: {} }, async () => ({
    ...content('something went wrong'),
    isError: true,
  }))

  return server
}

type Answer = { text: string; isError: boolean }

async function ask(server: McpServer, name: string, code: string): Promise<Answer> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  await server.connect(theirs)
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(ours)
  const answer = await client.callTool({ name, arguments: { code } })
  await client.close()
  const [first] = answer.content as Array<{ text: string }>

  return { text: first?.text ?? '', isError: answer.isError === true }
}

const request = async (options: unknown): Promise<unknown> => ({ sent: options })

onEachExecutor(
  (executor) => {
    const adapter = createCodemodeExecutor(executor)
    const run = async (code: string): Promise<Answer> =>
      ask(await codeMcpServer({ server: upstreamServer(), executor: adapter }), 'code', code)

    test('a program calls a tool of an MCP server', async () => {
      deepEqual(await run('async () => await codemode.add({ a: 10, b: 32 })'), {
        text: '42',
        isError: false,
      })
    })

    test('a program hands the answer of one tool to the next', async () => {
      const code = `async () => {
        const sum = await codemode.add({ a: 5, b: 3 })
        return codemode.greet({ name: 'Sum is ' + sum })
      }`
      deepEqual(await run(code), { text: 'Hello, Sum is 8!', isError: false })
    })

    test('an answer marked as an error is an exception with its text', async () => {
      const { text, isError } = await run('async () => await codemode.fail_always({})')
      equal(isError, true)
      match(text, /something went wrong/)
    })

    test('that exception can be caught', async () => {
      const code = `async () => {
        try {
          await codemode.fail_always({})
          return 'not reached'
        } catch (e) {
          return 'caught: ' + e.message
        }
      }`
      deepEqual(await run(code), { text: 'caught: something went wrong', isError: false })
    })

    test('a tool that is not there is named', async () => {
      const { text, isError } = await run('async () => await codemode.nope({})')
      equal(isError, true)
      match(text, /nope/)
    })

    test('no value reads undefined', async () => {
      equal((await run('async () => {}')).text, 'undefined')
    })

    test('null reads null', async () => {
      equal((await run('async () => null')).text, 'null')
    })

    const spec = {
      openapi: '3.0.0',
      info: { title: 'Items', version: '1.0.0' },
      paths: {
        '/items': {
          get: {
            responses: {
              200: { content: { json: { schema: { $ref: '#/components/schemas/Node' } } } },
            },
          },
          post: { requestBody: { $ref: 'https://elsewhere.example/body.json' } },
        },
      },
      components: {
        schemas: {
          Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } },
        },
      },
    }

    const search = async (code: string): Promise<unknown> => {
      const server = openApiMcpServer({ spec, executor: adapter, request })

      return JSON.parse((await ask(server, 'search', code)).text)
    }

    test('a reference that leads back to itself is marked inside of the sandbox', async () => {
      const code = `async () => {
        const { responses } = (await codemode.spec()).paths['/items'].get
        return responses[200].content.json.schema.properties.next
      }`
      deepEqual(await search(code), { $circular: '#/components/schemas/Node' })
    })

    test('a reference to another document stays one', async () => {
      const code = `async () => (await codemode.spec()).paths['/items'].post.requestBody`
      deepEqual(await search(code), { $ref: 'https://elsewhere.example/body.json' })
    })

    test('a program sends a request through the host, and may be TypeScript', async () => {
      const { text } = await ask(
        openApiMcpServer({ spec, executor: adapter, request }),
        'execute',
        `async (): Promise<unknown> => codemode.request({ method: 'GET', path: '/items' as string })`,
      )
      deepEqual(JSON.parse(text), { sent: { method: 'GET', path: '/items' } })
    })

    test('a large specification is searched where it is', async () => {
      const large = {
        ...spec,
        paths: Object.fromEntries(
          Array.from({ length: 2_000 }, (_, index) => [
            `/items/${index}`,
            { get: { parameters: [{ $ref: `#/components/parameters/p${index % 200}` }] } },
          ]),
        ),
        components: {
          parameters: Object.fromEntries(
            Array.from({ length: 200 }, (_, index) => [
              `p${index}`,
              { name: `p${index}`, in: 'query', description: 'x'.repeat(1_000) },
            ]),
          ),
        },
      }
      const { text, isError } = await ask(
        openApiMcpServer({ spec: large, executor: adapter, request }),
        'search',
        `async () => {
          const { paths } = await codemode.spec()
          return [Object.keys(paths).length, paths['/items/1999'].get.parameters[0].name]
        }`,
      )
      equal(isError, false)
      deepEqual(JSON.parse(text), [2_000, 'p199'])
    })
  },
  { workers: 1 },
)
