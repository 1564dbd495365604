import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import {
  ExecutionAbortedError,
  ExecutionTimeoutError,
  MemoryLimitError,
} from '@supolka/codemode-executor-protocol'
import { describePlaces, runnerOf } from './with-runtime.ts'

const never = (): Promise<never> => new Promise(() => undefined)

describePlaces((make) => {
  test('a compute budget is a timeout that names itself, and waiting for bindings costs none', async (t) => {
    const { run } = make(t, { computeMs: 300 })
    const { error } = await run('tools.never(); for (;;) {}', { never })
    equal(error?.kind, 'timeout')
    match(error?.message ?? '', /^compute budget exhausted \(\d+ms busy\)\. Do less/)
    equal((await run('return tools.slow()', { slow: () => delay(600, 'late') })).value, 'late')
  })

  test('a wall-clock ceiling is a timeout that names itself, and waiting counts', async (t) => {
    const { run } = make(t, { maxWallMs: 300 })
    const { error } = await run('await tools.never()', { never })
    equal(error?.kind, 'timeout')
    match(error?.message ?? '', /^wall-clock ceiling reached \(300ms\)\. Waiting counts/)
  })

  test('a program that takes all memory is a worker exit, and the next one runs', async (t) => {
    const { run } = make(t)
    const { error } = await run('const all = []; for (;;) all.push(new Array(1e5).fill(1.5))')
    equal(error?.kind, 'worker-exit')
    match(error?.message ?? '', /out of memory/)
    equal((await run('return 1')).value, 1)
  })

  test('an abort ends a loop, a wait and a run that has not begun', async (t) => {
    const { run } = make(t)
    let calls = 0
    const started = Promise.withResolvers<void>()
    const controller = new AbortController()
    const looping = run(
      'await tools.started(); for (;;) {}',
      { started: () => started.resolve() },
      {
        signal: controller.signal,
      },
    )
    await started.promise
    controller.abort(new Error('enough'))
    deepEqual((await looping).error, { kind: 'abort', message: 'Error: enough' })
    const waiting = new AbortController()
    const { error } = await run(
      'await tools.f()',
      { f: () => waiting.abort() },
      { signal: waiting.signal },
    )
    deepEqual(error, { kind: 'abort', message: 'AbortError: This operation was aborted' })
    deepEqual(
      await run(
        'await tools.f()',
        { f: () => (calls += 1) },
        { signal: AbortSignal.abort({ by: 'ui' }) },
      ),
      { logs: [], error: { kind: 'abort', message: '{"by":"ui"}' } },
    )
    equal(calls, 0)
  })

  test('a program cannot pass its own throw for a bound, an abort or a death', async (t) => {
    const { run } = make(t)
    const texts = [
      new ExecutionTimeoutError(60_000),
      new ExecutionAbortedError(),
      new MemoryLimitError(128),
    ]
    for (const { message } of texts) {
      const text = JSON.stringify(message)
      // oxlint-disable-next-line no-await-in-loop
      const results = await Promise.all([
        run(`throw new Error(${text})`),
        run(`throw ${text}`),
        run(
          `Promise.prototype.then = (_, fail) => fail(new Error(${text})); throw new Error(${text})`,
        ),
        run(`Object.defineProperty(Promise.prototype, 'constructor', { get() { throw new Error(${text}) } })
          throw new Error(${text})`),
      ])
      for (const { error } of results) equal(error?.kind, 'exception')
    }
  })

  test('what a program forges ends its own run in some way, and calls nothing it may not', async (t) => {
    const { run } = make(t)
    let calls = 0
    const f = (args: unknown): unknown => {
      calls += 1
      return args
    }
    const { value } = await run(
      `const forged = ['', '{}', 'null', '[]', '{"f":-1}', '{"f":0.5}', '{"f":"0"}', '{"f":99}', '{"f":0}',
        '{"f":0,"#":[[5],[]]}', '{"f":0,"#":1}', '{', '{"f":{"valueOf":1}}']
      const answers = []
      for (const text of forged) answers.push(JSON.parse(await __dispatch('tools', 'f', text)))
      await __dispatch('', 'part', '{"n":0,"part":"junk"}')
      await __dispatch('', 'part', '{"n":"x"}')
      await __dispatch('nope', 'x', '')
      return answers.filter((answer) => 'result' in answer).length`,
      { f },
    )
    equal(value, 0)
    equal(calls, 0)
    equal((await run('return 1')).value, 1)
  })

  test('disposal ends what runs, is awaited and idempotent, and leaves the executor alone', async (t) => {
    const { runtime } = make(t)
    const started = Promise.withResolvers<void>()
    const running = runnerOf(runtime)('await tools.f(); for (;;) {}', {
      f: () => started.resolve(),
    })
    await started.promise
    await Promise.all([runtime.dispose(), runtime.dispose()])
    deepEqual(await running, { logs: [], error: { kind: 'abort', message: 'runtime disposed' } })
    await rejects(runtime.run({ program: '', bindings: [] }), /disposed/)
    equal((await make(t).run('return 1')).value, 1)
  })

  test('a runtime says what it is', async (t) => {
    const { runtime } = make(t)
    deepEqual([runtime.language, runtime.isolation], ['typescript', 'process'])
    equal(make(t, { isolation: 'container' }).runtime.isolation, 'container')
  })

  test('sixteen runs at once keep to themselves', async (t) => {
    const { run } = make(t)
    const numbers = Array.from({ length: 16 }, (_, index) => index)
    const results = await Promise.all(
      numbers.map((index) => run(`console.log(${index}); return tools.f()`, { f: () => index })),
    )
    deepEqual(
      results,
      numbers.map((index) => ({ value: index, logs: [String(index)] })),
    )
  })
})
