import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import {
  createCodemodeExecutor,
  type CodemodeProvider,
  type CodemodeTool,
} from '@supolka/cloudflare-codemode-executor/codemode'
import { onEachExecutor } from './on-each-executor.ts'

const codemode = (fns: Record<string, CodemodeTool> = {}): Array<CodemodeProvider> => [
  { name: 'codemode', fns },
]

onEachExecutor((executor) => {
  const adapter = createCodemodeExecutor(executor)

  test('a program gives its value, and no error', async () => {
    deepEqual(await adapter.execute('async () => 42', codemode()), { result: 42, logs: [] })
  })

  test('a tool gets the object that the program passes', async () => {
    const calls: Array<unknown> = []
    const add = async (...args: Array<unknown>): Promise<unknown> => {
      calls.push(args)
      const [{ a, b }] = args as [{ a: number; b: number }]

      return a + b
    }
    const code = 'async () => await codemode.add({ a: 3, b: 4 })'
    equal((await adapter.execute(code, codemode({ add }))).result, 7)
    deepEqual(calls, [[{ a: 3, b: 4 }]])
  })

  test('calls in sequence are made once each', async () => {
    const calls: Array<string> = []
    const outcome = await adapter.execute(
      `async () => {
        const weather = await codemode.getWeather({})
        const news = await codemode.searchWeb({ query: 'temp ' + weather.temp })
        return { weather, news }
      }`,
      codemode({
        getWeather: async () => {
          calls.push('getWeather')

          return { temp: 72 }
        },
        searchWeb: async (input) => {
          calls.push('searchWeb')

          return { results: [`news about ${(input as { query: string }).query}`] }
        },
      }),
    )
    deepEqual(outcome.result, { weather: { temp: 72 }, news: { results: ['news about temp 72'] } })
    deepEqual(calls, ['getWeather', 'searchWeb'])
  })

  test('what a program throws is the error, word for word', async () => {
    const outcome = await adapter.execute(`async () => { throw new Error('boom') }`, codemode())
    deepEqual(outcome, { result: undefined, error: 'boom', logs: [] })
  })

  test('what a tool throws is the error, word for word', async () => {
    const outcome = await adapter.execute(
      'async () => await codemode.fail({})',
      codemode({
        fail: async (): Promise<never> => {
          throw new Error('tool error')
        },
      }),
    )
    equal(outcome.error, 'tool error')
  })

  test('calls side by side keep their order in Promise.all', async () => {
    const outcome = await adapter.execute(
      `async () => await Promise.all([1, 2, 3].map((id) => codemode.slow({ id })))`,
      codemode({
        slow: async (input: unknown): Promise<unknown> => ({ id: (input as { id: number }).id }),
      }),
    )
    deepEqual(outcome.result, [{ id: 1 }, { id: 2 }, { id: 3 }])
  })

  test('lines of log, warn and error come with the prefixes of the dialect', async () => {
    const outcome = await adapter.execute(
      `async () => {
        console.log('hello', 1)
        console.warn('careful')
        console.error('bad')
        console.info('not captured')
        return 'done'
      }`,
      codemode(),
    )
    deepEqual(outcome, { result: 'done', logs: ['hello 1', '[warn] careful', '[error] bad'] })
  })

  test('template literals work', async () => {
    const code = 'async () => { return `hello ${"world"}` }'
    equal((await adapter.execute(code, codemode())).result, 'hello world')
  })

  test('fetch has no network unless an option gives it one', async () => {
    const code = `async () => (await fetch('https://example.com')).status`
    const { error = '' } = await adapter.execute(code, codemode())
    match(error, /^Outbound fetch is disabled for this execution\./)
  })

  test('what tools close over stays theirs', async () => {
    const secret = 'api-key-123'
    const outcome = await adapter.execute(
      'async () => await codemode.getSecret({})',
      codemode({ getSecret: async () => ({ key: secret }) }),
    )
    deepEqual(outcome.result, { key: 'api-key-123' })
  })

  test('modules of the options are imported by their names, with and without ./', async () => {
    const withModules = createCodemodeExecutor(executor, {
      modules: {
        'helpers.js':
          'export const greet = (name) => "hello " + name\nexport const double = (n) => n * 2',
      },
    })
    const outcome = await withModules.execute(
      `async () => {
        const { greet } = await import('helpers.js')
        const { double } = await import('./helpers.js')
        return [greet('world'), double(21)]
      }`,
      codemode(),
    )
    deepEqual(outcome, { result: ['hello world', 42], logs: [] })
  })

  test('a module under the name of the entry is left out', async () => {
    const withModules = createCodemodeExecutor(executor, {
      modules: { 'executor.js': 'export default class Evil {}' },
    })
    deepEqual(await withModules.execute('async () => 1 + 1', codemode()), { result: 2, logs: [] })
  })

  test('a fence is taken off', async () => {
    deepEqual(await adapter.execute('```js\n1 + 1\n```', codemode()), { result: 2, logs: [] })
  })

  test('a bare expression is a program', async () => {
    deepEqual(await adapter.execute('42', codemode()), { result: 42, logs: [] })
  })

  test('a program needs no namespace', async () => {
    deepEqual(await adapter.execute('async () => 42', []), { result: 42, logs: [] })
  })

  test('a tool whose name is an identifier already is called by it', async () => {
    const calls: Array<unknown> = []
    const outcome = await adapter.execute(
      'async () => await codemode.github_list_issues({})',
      codemode({
        github_list_issues: async (...args) => {
          calls.push(args)

          return [{ id: 1 }]
        },
      }),
    )
    deepEqual(outcome.result, [{ id: 1 }])
    deepEqual(calls, [[{}]])
  })

  test('a run that takes too long ends with the words of the dialect', async () => {
    const short = createCodemodeExecutor(executor, { timeout: 100 })
    const code = `async () => { console.log('begun'); await new Promise((r) => setTimeout(r, 5000)) }`
    deepEqual(await short.execute(code, codemode()), {
      result: undefined,
      error: 'Execution timed out',
      logs: ['begun'],
    })
  })

  test('a loop that never rests ends like any run that takes too long', async () => {
    const short = createCodemodeExecutor(executor, { timeout: 100 })
    equal(
      (await short.execute('async () => { for (;;) {} }', codemode())).error,
      'Execution timed out',
    )
  })

  test('waiting for a tool counts, since the dialect measures wall time', async () => {
    const short = createCodemodeExecutor(executor, { timeout: 100 })
    const { promise, resolve } = Promise.withResolvers<void>()
    const outcome = await short.execute(
      'async () => await codemode.approve()',
      codemode({ approve: () => promise }),
    )
    resolve()
    equal(outcome.error, 'Execution timed out')
  })

  test('a record of tools is the namespace codemode', async () => {
    const outcome = await adapter.execute('async () => codemode.two()', { two: async () => 2 })
    deepEqual(outcome, { result: 2, logs: [] })
  })
})
