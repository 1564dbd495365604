// The dialect's connector for OpenAPI: a program calls operations, a connector is asked for requests.

import { deepEqual, match } from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenApiRequestOptions } from '@cloudflare/codemode'
import { createCodemodeExecutor } from '@supolka/cloudflare-codemode-executor/codemode'
import { onEachExecutor } from '../on-each-executor.ts'
import { openDurableHost } from './durable-host.ts'
import { dialect } from './load-dialect.ts'
import { completed } from './outputs.ts'

const SPEC = {
  openapi: '3.0.0',
  info: { title: 'Items', version: '1.0.0' },
  paths: {
    '/items': { get: { operationId: 'list-items', summary: 'List items' } },
    '/items/{id}': {
      delete: { parameters: [{ name: 'id', in: 'path', required: true }] },
      put: {
        operationId: 'updateItem',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'dry', in: 'query', description: 'Change nothing', schema: { type: 'boolean' } },
          { name: 'x-trace', in: 'header', schema: { type: 'string' } },
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Item: {
        type: 'object',
        properties: { title: { type: 'string' }, owner: { $ref: '#/components/schemas/Owner' } },
        required: ['title'],
      },
      Owner: { type: 'object', properties: { login: { type: 'string' } } },
    },
  },
}

class Api extends dialect.OpenApiConnector {
  readonly requests: Array<OpenApiRequestOptions> = []

  constructor() {
    super({}, {})
  }

  override name(): string {
    return 'api'
  }

  protected override spec(): Record<string, unknown> {
    return SPEC
  }

  protected override async request(options: OpenApiRequestOptions): Promise<unknown> {
    this.requests.push(options)

    return { status: 200 }
  }
}

onEachExecutor((executor) => {
  const adapter = createCodemodeExecutor(executor)

  async function run(code: string): Promise<{ result: unknown; api: Api }> {
    const api = new Api()
    const runtime = openDurableHost(adapter).other({ connectors: [api] })

    return { result: completed(await runtime.execute({ code })).result, api }
  }

  test('each operation is a tool, beside one for any request', async () => {
    const { descriptors } = await new Api().describe()
    deepEqual(Object.keys(descriptors), ['request', 'list_items', 'updateItem', 'delete_itemsid'])
    const code = `async () => [
      (await codemode.search('list items')).results[0].path, await api.list_items(),
    ]`
    deepEqual((await run(code)).result, ['api.list_items', { status: 200 }])
  })

  test('a program sends a request that no operation stands for', async () => {
    const { api } = await run(
      `async () => await api.request({ path: '/health', method: 'GET', params: { deep: 1 } })`,
    )
    deepEqual(api.requests, [{ path: '/health', method: 'GET', params: { deep: 1 } }])
  })

  test('parameters and the body make one schema, with references resolved', async () => {
    const { descriptors } = await new Api().describe()
    deepEqual(descriptors['updateItem']?.inputSchema, {
      type: 'object',
      properties: {
        id: { type: 'string' },
        dry: { type: 'boolean', description: 'Change nothing' },
        'x-trace': { type: 'string' },
        body: {
          type: 'object',
          properties: {
            title: { type: 'string' },
            owner: { type: 'object', properties: { login: { type: 'string' } } },
          },
          required: ['title'],
        },
      },
      required: ['id', 'body'],
    })
  })

  test('a program reads the types of that schema', async () => {
    const { result } = await run(`async () => (await codemode.describe('api.updateItem')).types`)
    match(String(result), /type UpdateItemInput = \{[^]*dry\?: boolean[^]*login\?: string/)
  })

  test('arguments go to the path, the query, the headers and the body', async () => {
    const { api } = await run(`async () => await api.updateItem({
      id: 'a/b', dry: true, 'x-trace': 7, body: { title: 'new' },
    })`)
    deepEqual(api.requests, [
      {
        path: '/items/a%2Fb',
        method: 'PUT',
        params: { dry: true },
        headers: { 'x-trace': '7' },
        body: { title: 'new' },
      },
    ])
  })

  test('an operation without arguments is a plain request', async () => {
    const { api } = await run('async () => await api.list_items()')
    deepEqual(api.requests, [{ path: '/items', method: 'GET' }])
  })
})
