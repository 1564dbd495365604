import { deepEqual, match, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import {
  createCodemodeExecutor,
  type CodemodeExecutorOptions,
} from '@supolka/cloudflare-codemode-executor/codemode'
import { tool, type ToolSet } from 'ai'
import { z } from 'zod'
import { onEachExecutor } from '../on-each-executor.ts'
import { dialectAi } from './load-dialect.ts'

const { createCodeTool } = dialectAi

type Tools = Parameters<typeof createCodeTool>[0]['tools']

const projectTools = {
  addNumbers: tool({
    description: 'Add two numbers',
    inputSchema: z.object({ a: z.number(), b: z.number() }),
    execute: async ({ a, b }) => ({ result: a + b }),
  }),
  getWeather: tool({
    description: 'Get the weather of a city',
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => ({ city, temperature: 22 }),
  }),
} satisfies ToolSet

const mathTools = {
  multiply: tool({
    description: 'Multiply two numbers',
    inputSchema: z.object({ a: z.number(), b: z.number() }),
    execute: async ({ a, b }) => ({ result: a * b }),
  }),
  divide: tool({
    description: 'Divide two numbers',
    inputSchema: z.object({ a: z.number(), b: z.number() }),
    execute: async ({ a, b }) => {
      if (b === 0) throw new Error('Division by zero')

      return { result: a / b }
    },
  }),
} satisfies ToolSet

const both: Tools = [{ tools: projectTools }, { name: 'math', tools: mathTools }]

onEachExecutor((executor) => {
  async function run(
    code: string,
    tools: Tools = projectTools,
    options?: CodemodeExecutorOptions,
  ): Promise<unknown> {
    const adapter = createCodemodeExecutor(executor, options)
    const { execute } = createCodeTool({ tools, executor: adapter })

    return execute?.({ code }, { toolCallId: 'call', messages: [], context: {} })
  }

  test('an arrow function gives its value', async () => {
    deepEqual(await run('async () => 42'), { result: 42 })
  })

  test('a bare expression gives its value', async () => {
    deepEqual(await run('1 + 1'), { result: 2 })
  })

  test('a fenced arrow function gives its value', async () => {
    deepEqual(await run('```js\nasync () => 99\n```'), { result: 99 })
  })

  test('a tool of the default namespace is called', async () => {
    deepEqual(await run('async () => await codemode.addNumbers({ a: 3, b: 4 })'), {
      result: { result: 7 },
    })
  })

  test('the answer of one tool goes into the next', async () => {
    const code = `async () => {
      const weather = await codemode.getWeather({ city: 'NYC' })
      const sum = await codemode.addNumbers({ a: weather.temperature, b: 10 })
      return { city: weather.city, sum: sum.result }
    }`
    deepEqual(await run(code), { result: { city: 'NYC', sum: 32 } })
  })

  test('tools of two namespaces work together', async () => {
    const code = `async () => {
      const { temperature } = await codemode.getWeather({ city: 'Berlin' })
      return math.multiply({ a: temperature, b: 3 })
    }`
    deepEqual(await run(code, both), { result: { result: 66 } })
  })

  test('an error of one namespace is caught, and another goes on', async () => {
    const code = `async () => {
      try {
        await math.divide({ a: 10, b: 0 })
      } catch (e) {
        return { caught: e.message, sum: (await codemode.addNumbers({ a: 1, b: 2 })).result }
      }
    }`
    deepEqual(await run(code, both), { result: { caught: 'Division by zero', sum: 3 } })
  })

  test('arguments reach a tool one by one', async () => {
    const outcome = await run(`async () => await state.concat('hello', 'world')`, [
      {
        name: 'state',
        tools: {
          concat: { execute: async (...words: Array<unknown>) => words.join(' ') },
        } as unknown as ToolSet,
        types: '',
      },
    ])
    deepEqual(outcome, { result: 'hello world' })
  })

  test('a module of the options is imported', async () => {
    const code = `async () => {
      const { greet, double } = await import('helpers.js')
      return [greet('world'), double(21)]
    }`
    const helpers =
      'export const greet = (name) => "hello " + name\nexport const double = (n) => n * 2'
    deepEqual(await run(code, projectTools, { modules: { 'helpers.js': helpers } }), {
      result: ['hello world', 42],
    })
  })

  test('a throw fails the tool with the bare message', async () => {
    await rejects(run(`async () => { throw new Error('boom') }`), {
      message: 'Code execution failed: boom',
    })
  })

  test('a run that takes too long says so', async () => {
    const code = `async () => { await new Promise((r) => setTimeout(r, 30_000)) }`
    await rejects(run(code, projectTools, { timeout: 100 }), {
      message: 'Code execution failed: Execution timed out',
    })
  })

  test('a tool that is not there is named', async () => {
    await rejects(run('async () => await codemode.nonexistent({})'), {
      message: 'Code execution failed: Tool "nonexistent" not found',
    })
  })

  const LINES = `console.log('hello'); console.warn('watch out'); console.error('bad thing')`

  test('log lines stand beside the result, with prefixes', async () => {
    deepEqual(await run(`async () => { ${LINES}; return 'done' }`), {
      result: 'done',
      logs: ['hello', '[warn] watch out', '[error] bad thing'],
    })
  })

  test('log lines stand behind an error', async () => {
    await rejects(run(`async () => { ${LINES}; throw new Error('boom') }`), {
      message:
        'Code execution failed: boom\n\nConsole output:\nhello\n[warn] watch out\n[error] bad thing',
    })
  })

  test('fetch is off', async () => {
    await rejects(
      run(`async () => (await fetch('https://example.com')).status`),
      /fetch is disabled/,
    )
  })

  test('input that fits the schema passes', async () => {
    deepEqual(await run('async () => await codemode.addNumbers({ a: 10, b: 20 })'), {
      result: { result: 30 },
    })
  })

  test('input that does not fit the schema is an error with its reason', async () => {
    await rejects(
      run(`async () => await codemode.addNumbers({ a: 'ten', b: 20 })`),
      /Code execution failed: [^]*expected number/,
    )
  })

  test('tools are called by the names that the description gives them', async () => {
    const tools = {
      'list-issues': tool({
        inputSchema: z.object({ state: z.string() }),
        execute: async ({ state }) => [state],
      }),
    }
    const adapter = createCodemodeExecutor(executor)
    const { description } = createCodeTool({ tools, executor: adapter })
    match(String(description), /list_issues:/)
    deepEqual(await run(`async () => codemode.list_issues({ state: 'open' })`, tools), {
      result: ['open'],
    })
  })

  test('what the dialect wraps without understanding it runs all the same', async () => {
    const answers: Record<string, unknown> = {
      'async (limit?: number): Promise<number> => { const n: number = 7; return n }': 7,
      'const xs: Array<number> = [1, 2]\nxs.map((x) => x * 2)': [2, 4],
      '```TypeScript\nasync (): Promise<string> => "typed"\n```': 'typed',
      '```JavaScript\r\nasync () => {\r\n  return 6 * 7\r\n}\r\n```\r\n': 42,
      'Here it is:\n\n```js\nasync () => "ok"\n```\n\nIt returns ok.': 'ok',
      '~~~js\nasync () => "tilde"\n~~~': 'tilde',
      'const double = (n) => n * 2\n\nasync () => double(21)': 42,
      'function helper() { return 5 }\n\nasync function run() {\n  return helper() + 1\n}': 6,
      'async () => { return 1 };': 1,
    }
    for (const [answer, result] of Object.entries(answers)) {
      // oxlint-disable-next-line no-await-in-loop -- a failure names its answer
      deepEqual([answer, await run(answer)], [answer, { result }])
    }
  })

  test('no failure reads as success, whatever is thrown', async () => {
    for (const thrown of [`new Error('')`, `''`, 'null', 'undefined', '{}']) {
      // oxlint-disable-next-line no-await-in-loop -- a failure names what was thrown
      await rejects(run(`async () => { throw ${thrown} }`), /Code execution failed: ./, thrown)
    }
  })
})
