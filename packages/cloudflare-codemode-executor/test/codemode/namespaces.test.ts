import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { createCodemodeExecutor } from '@supolka/cloudflare-codemode-executor/codemode'
import { onEachExecutor } from './on-each-executor.ts'

const STEP = `
  codemode.step = async (seq, fn) => {
    const decision = await codemode.decide(seq)
    if (decision.kind === 'replay') return decision.result
    const value = await fn()
    await codemode.record(value)
    return value
  };`

onEachExecutor((executor) => {
  const adapter = createCodemodeExecutor(executor)
  const refusalOf = async (...names: Array<string>): Promise<unknown> =>
    adapter.execute(
      'async () => 1',
      names.map((name) => ({ name, fns: {} })),
    )

  test('a namespace has the name of its provider', async () => {
    const outcome = await adapter.execute(`async () => await myns.echo({ msg: 'hello' })`, [
      {
        name: 'myns',
        fns: { echo: async (input) => ({ echoed: (input as { msg: string }).msg }) },
      },
    ])
    deepEqual(outcome, { result: { echoed: 'hello' }, logs: [] })
  })

  test('two namespaces may have tools of one name', async () => {
    const outcome = await adapter.execute(
      'async () => ({ a: await store.get({}), b: await cache.get({}) })',
      [
        { name: 'store', fns: { get: async () => 'store' } },
        { name: 'cache', fns: { get: async () => 'cache' } },
      ],
    )
    deepEqual(outcome.result, { a: 'store', b: 'cache' })
  })

  test('codemode stands beside other namespaces', async () => {
    const outcome = await adapter.execute(
      'async () => echo.ping(await codemode.add({ a: 3, b: 4 }))',
      [
        {
          name: 'codemode',
          fns: {
            add: async (input) => {
              const { a, b } = input as { a: number; b: number }

              return a + b
            },
          },
        },
        { name: 'echo', fns: { ping: async (value) => ({ echoed: value }) } },
      ],
    )
    deepEqual(outcome.result, { echoed: 7 })
  })

  test('the error of a tool of any namespace is its text', async () => {
    const outcome = await adapter.execute('async () => await broken.doSomething({})', [
      {
        name: 'broken',
        fns: {
          doSomething: async (): Promise<never> => {
            throw new Error('provider failed')
          },
        },
      },
    ])
    equal(outcome.error, 'provider failed')
  })

  test('a name of what a program needs of JavaScript is refused, without logs', async () => {
    for (const name of ['Promise', 'setTimeout', 'Error', 'console']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other reads in order
      deepEqual(await refusalOf(name), {
        result: undefined,
        error: `Provider name "${name}" is reserved`,
      })
    }
  })

  const refusals = {
    'the name of the dialect’s codec is refused': '__stringifyForCodemode',
    'the name of the dialect’s dispatchers is refused': '__dispatchers',
    'the name of the dialect’s connectors is refused': '__connectors',
  }
  for (const [title, name] of Object.entries(refusals)) {
    test(title, async () => {
      deepEqual(await refusalOf(name), {
        result: undefined,
        error: `Provider name "${name}" is reserved`,
      })
    })
  }

  test('a name that is no identifier is refused', async () => {
    deepEqual(await refusalOf('my-tools'), {
      result: undefined,
      error: 'Provider name "my-tools" is not a valid JavaScript identifier',
    })
  })

  test('a name that two providers have is refused', async () => {
    deepEqual(await refusalOf('dup', 'dup'), {
      result: undefined,
      error: 'Duplicate provider name "dup"',
    })
  })

  test('two tools that become one name are refused before anything runs', async () => {
    const outcome = await adapter.execute('async () => 1', [
      { name: 'codemode', fns: { 'foo-bar': async () => 1, foo_bar: async () => 2 } },
    ])
    deepEqual(outcome, {
      result: undefined,
      error: 'Tool names "foo-bar" and "foo_bar" both sanitize to "foo_bar" in provider "codemode"',
    })
  })

  test('names that only look reserved work', async () => {
    const names = ['__openapiHost', 'fetch', 'env', 'async', '__stepDecide', '$1']
    const providers = names.map((name) => ({ name, fns: { __get: async () => name } }))
    const code = `async () => [${names.map((name) => `await ${name}.__get()`).join(', ')}]`
    deepEqual((await adapter.execute(code, providers)).result, names)
  })

  test('a name that JavaScript itself reserves is refused as the error of the run', async () => {
    const outcome = await adapter.execute('async () => 1', [{ name: 'class', fns: {} }])
    equal(typeof outcome.error, 'string')
    equal(outcome.error?.includes('class'), true)
  })

  test('a prelude puts functions of the sandbox over the tools of a namespace', async () => {
    const calls: Array<unknown> = []
    const outcome = await adapter.execute(
      `async () => {
        let ran = 0
        const v = await codemode.step(0, async () => { ran++; return 21 * 2 })
        return { v, ran }
      }`,
      [
        {
          name: 'codemode',
          fns: {
            decide: async (...args) => {
              calls.push(['decide', ...args])

              return { kind: 'execute', seq: 0 }
            },
            record: async (...args) => {
              calls.push(['record', ...args])

              return true
            },
          },
          prelude: STEP,
        },
      ],
    )
    deepEqual(outcome, { result: { v: 42, ran: 1 }, logs: [] })
    deepEqual(calls, [
      ['decide', 0],
      ['record', 42],
    ])
  })

  test('a replayed step gives its recorded value and runs nothing', async () => {
    const outcome = await adapter.execute(
      `async () => {
        let ran = false
        const v = await codemode.step(0, async () => { ran = true; return 'fresh' })
        return { v, ran }
      }`,
      [
        {
          name: 'codemode',
          fns: {
            decide: async () => ({ kind: 'replay', result: 'cached' }),
            record: async () => true,
          },
          prelude: STEP,
        },
      ],
    )
    deepEqual(outcome.result, { v: 'cached', ran: false })
  })

  test('preludes run in order, see every namespace, and their names and lines are the program’s', async () => {
    const outcome = await adapter.execute('async () => [first, second, await later]', [
      {
        name: 'one',
        fns: {},
        prelude: `const first = typeof two; const later = two.get(); console.log('from a prelude')`,
      },
      { name: 'two', fns: { get: async () => 'got' }, prelude: 'const second = first + 2' },
    ])
    deepEqual(outcome, { result: ['object', 'object2', 'got'], logs: ['from a prelude'] })
  })
})
