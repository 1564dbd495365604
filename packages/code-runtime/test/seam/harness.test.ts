// The published harness, whole: its loader reads a configuration that names the plugin, and its own tools
// package runs programs through it.

import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import { Context } from '@deepseek-ai/cordis'
import ExecutorCodeRuntime from '@supolka/code-runtime/dsh'
import { parse } from 'yaml'

const LOADER = '@deepseek-ai/cordis-plugin-loader'

type LoaderService = {
  create(row: { name: string; config: object }): Promise<unknown>
  await(): Promise<void>
}

type ToolsService = {
  register(tool: object): unknown
  execute(
    call: object,
  ): Promise<{ isError: boolean; content: Array<{ text: string }>; value?: unknown }>
}

type Harness = Context & { loader: LoaderService; baseUrl: string }

async function loadConfiguration(t: TestContext, file: string): Promise<Harness> {
  const context = new Context() as Harness
  t.after(() => context.fiber.dispose())
  context.baseUrl = new URL('./fixtures/', import.meta.url).href
  const loader = (await import(LOADER)) as { default: never }
  await context.plugin(loader.default, {} as never)
  await context.loader.create({
    name: '@deepseek-ai/cordis-plugin-include',
    config: { path: `./${file}` },
  })
  await context.loader.await()

  return context
}

const addition = {
  name: 'add',
  description: 'Adds two numbers.',
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
  output: {
    schema: { type: 'number' },
    render: (value: number) => [{ type: 'text', text: String(value) }],
  },
  execute: async ({ a, b }: { a: number; b: number }) => {
    if (a < 0) throw new Error('No negative numbers, please.')
    return a + b
  },
}

test('the published harness loads the plugin from a configuration and runs programs', async (t) => {
  const context = await loadConfiguration(t, 'cordis.yml')
  ok(context.get('codeRuntime') instanceof ExecutorCodeRuntime)
  const tools = Reflect.get(context, 'tools') as ToolsService
  tools.register(addition)
  const { signal } = new AbortController()
  const runCode = (code: string): ReturnType<ToolsService['execute']> =>
    tools.execute({
      callId: 'call',
      name: 'run_code',
      arguments: { code, description: 'a test' },
      signal,
    })

  const sum = await runCode(`const parts: Array<number> = await Promise.all([
    tools.add({ a: 2, b: 3 }),
    tools.add({ a: 4, b: 5 }),
  ])
  console.log('parts', parts)
  return parts[0]! + parts[1]!`)
  deepEqual(sum.value, { logs: ['parts [5,9]'], result: 14 })

  const caught = await runCode(`try { await tools.add({ a: -1, b: 0 }) } catch (error) {
    return [error instanceof ToolCallError, error.toolName, error.message]
  }`)
  const [isOfClass, toolName, message] = (caught.value as { result: Array<unknown> }).result
  deepEqual([isOfClass, toolName], [true, 'add'])
  match(String(message), /No negative numbers/)

  const failures: Array<[code: string, text: RegExp]> = [
    ['throw new TypeError("no rows")', /code run failed \(exception\): TypeError: no rows/],
    ['for (;;) {}', /code run failed \(timeout\): compute budget exhausted/],
    [
      'return () => 1',
      /code run failed \(invalid-output\): program completion must be lossless JSON/,
    ],
    ['console.log("first"); return "x".repeat(5000)', /code run failed \(output-limit\)[^]*first/],
    ['enum A { B }', /code run failed \(exception\): .*enum/],
  ]
  for (const [code, text] of failures) {
    // oxlint-disable-next-line no-await-in-loop
    const { isError, content } = await runCode(code)
    equal(isError, true)
    match(content.map((part) => part.text).join('\n'), text)
  }
})

test('the published harness refuses a wrong configuration of the row in words', async (t) => {
  const context = await loadConfiguration(t, 'wrong.yml')
  equal(context.get('codeRuntime'), undefined)
})

test('a second provider of the service is refused', async (t) => {
  const context = new Context()
  t.after(() => context.fiber.dispose())
  const load = async (): Promise<void> => {
    await context.plugin(ExecutorCodeRuntime, { pool: { workers: 1 } })
  }
  await load()
  await rejects(load(), /has been registered/)
})

test('the service shows once its executor is there, and its failure fails the row', async (t) => {
  const context = new Context()
  t.after(() => context.fiber.dispose())
  await rejects(async () => {
    await context.plugin(ExecutorCodeRuntime, {
      executor: () => Promise.reject(new Error('no server today')),
    })
  }, /no server today/)
  equal(context.get('codeRuntime'), undefined)
})

test('the patch of the package disables the shipped row and inserts its own', () => {
  const manifest = new URL(import.meta.resolve('@supolka/code-runtime/package.json'))
  const { dsh } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    dsh: { bundle: { patch: string } }
  }
  deepEqual(parse(readFileSync(new URL(dsh.bundle.patch, manifest), 'utf8')), [
    { id: 'code-runtime', disabled: true },
    { insert: [{ id: 'code-runtime-executor', name: '@supolka/code-runtime/dsh', config: {} }] },
  ])
})
