// What is not the program's doing: faults, cancellation, and executions inside of executions.

import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  createExecutor,
  ExecutorError,
  type Executor,
  type LogLine,
} from '@supolka/codemode-executor'
import {
  createCodemodeExecutor,
  type CodemodeExecutor,
} from '@supolka/cloudflare-codemode-executor/codemode'
import { onEachExecutor } from './on-each-executor.ts'

const idle: Executor = {
  execute: async () => ({}),
  invokeHandle: () => Promise.reject(new Error('not called')),
  closeHandles: async () => {},
  dispose: async () => {},
}

suite('faults', () => {
  test('a fault rejects unchanged, code and retry flag included', async () => {
    const fault = new ExecutorError('QUEUE_OVERFLOW', 'full', { retryable: true })
    const failing: Executor = { ...idle, execute: () => Promise.reject(fault) }
    await rejects(
      createCodemodeExecutor(failing).execute('async () => 1', []),
      (thrown) => thrown === fault,
    )
  })

  test('a full queue is a fault that may be tried again', async (t) => {
    const executor = createExecutor({ workers: 1, queueLimit: 0 })
    t.after(() => executor.dispose())
    const adapter = createCodemodeExecutor(executor)
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const first = adapter.execute('async () => codemode.wait()', [
      {
        name: 'codemode',
        fns: {
          wait: async () => {
            begin()
            await gate
          },
        },
      },
    ])
    await begun
    await rejects(adapter.execute('async () => 1', []), { code: 'QUEUE_OVERFLOW', retryable: true })
    open()
    deepEqual(await first, { result: undefined, logs: [] })
  })

  test('a disposed executor is a fault that may not', async () => {
    const executor = createExecutor({ workers: 1 })
    await executor.dispose()
    await rejects(createCodemodeExecutor(executor).execute('async () => 1', []), {
      code: 'INTERNAL',
      retryable: false,
    })
  })
})

onEachExecutor(
  (executor) => {
    test('a signal of the options ends a run, even in a loop, and every later one', async () => {
      const controller = new AbortController()
      const adapter = createCodemodeExecutor(executor, { signal: controller.signal })
      const running = adapter.execute('async () => { codemode.begun(); for (;;) {} }', [
        { name: 'codemode', fns: { begun: async () => controller.abort() } },
      ])
      ok((await running).error?.startsWith('Execution was aborted by its caller.'))
      const { error = '' } = await adapter.execute('async () => 1', [])
      ok(error.startsWith('Execution was aborted by its caller.'))
    })

    test('lines are heard as they happen, with their level', async () => {
      const lines: Array<LogLine> = []
      const adapter = createCodemodeExecutor(executor, { onLog: (line) => lines.push(line) })
      let heard = 0
      const outcome = await adapter.execute(
        `async () => { console.warn('one'); await codemode.look(); console.log('two') }`,
        [
          {
            name: 'codemode',
            fns: {
              look: async () => {
                heard = lines.length
              },
            },
          },
        ],
      )
      equal(heard, 1)
      deepEqual(lines, [
        { level: 'warn', text: 'one' },
        { level: 'log', text: 'two' },
      ])
      deepEqual(outcome.logs, ['[warn] one', 'two'])
    })

    test('an outbound function of the options gets what a program fetches', async () => {
      const adapter = createCodemodeExecutor(executor, {
        outbound: async ({ method, url }) => ({
          status: 200,
          statusText: 'OK',
          headers: [],
          body: new TextEncoder().encode(`${method} ${url}`).buffer,
        }),
      })
      const code = `async () => (await fetch('https://api.example/a')).text()`
      equal((await adapter.execute(code, [])).result, 'GET https://api.example/a')
    })

    test('programs that start programs from their tools need one worker', async () => {
      const adapter: CodemodeExecutor = createCodemodeExecutor(executor)
      const nest = async (depth: unknown): Promise<unknown> => {
        if (depth === 0) return 'bottom'
        const outcome = await adapter.execute(
          `async () => 'in ' + await codemode.nest(${Number(depth) - 1})`,
          [{ name: 'codemode', fns: { nest } }],
        )

        return outcome.error ?? outcome.result
      }
      equal(await nest(4), 'in in in in bottom')
    })
  },
  { workers: 1 },
)

suite('options', () => {
  test('a wrong option is named, with what was expected and what came', () => {
    const wrong: Array<[options: object, message: RegExp]> = [
      [
        { timeout: 'fast' },
        /^The option "timeout" must be a number above 0 or null, and the string/,
      ],
      [{ timeout: 0 }, /option "timeout"/],
      [{ outbound: 'open' }, /^The option "outbound" must be a function, "native" or null, and /],
      [{ modules: [] }, /option "modules"/],
      [{ signal: 1 }, /option "signal"/],
      [{ onLog: 1 }, /option "onLog"/],
      [{ typescript: 'yes' }, /option "typescript"/],
      [{ timeOut: 1 }, /^Unknown option "timeOut"\.$/],
    ]
    for (const [options, message] of wrong) {
      rejectsAtOnce(() => createCodemodeExecutor(idle, options), message)
    }
  })

  test('every request counts waits for tools, and has no network by default', async () => {
    const requests: Array<unknown> = []
    const recording: Executor = {
      ...idle,
      execute: async ({ countHostWaits, outbound, timeout }) => {
        requests.push({ countHostWaits, outbound, timeout })

        return { result: 1 }
      },
    }
    await createCodemodeExecutor(recording).execute('1', [])
    await createCodemodeExecutor(recording, { outbound: 'native', timeout: null }).execute('1', [])
    deepEqual(requests, [
      { countHostWaits: true, outbound: null, timeout: undefined },
      { countHostWaits: true, outbound: undefined, timeout: null },
    ])
  })

  test('code that is no text is the caller’s mistake', async () => {
    await rejects(createCodemodeExecutor(idle).execute(1 as unknown as string, []), TypeError)
  })
})

function rejectsAtOnce(act: () => unknown, message: RegExp): void {
  let thrown: unknown
  try {
    act()
  } catch (failure) {
    thrown = failure
  }
  ok(thrown instanceof TypeError || thrown instanceof RangeError)
  ok(message.test(thrown.message), thrown.message)
}
