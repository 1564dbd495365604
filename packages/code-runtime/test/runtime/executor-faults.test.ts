import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { createCodeRuntime } from '@supolka/code-runtime'
import {
  createExecutor,
  ExecutorError,
  PAYLOAD_LIMIT,
  type Executor,
} from '@supolka/codemode-executor'
import { runnerOf } from './with-runtime.ts'

const failing = (fault: unknown): Executor => ({
  execute: () => Promise.reject(fault),
  invokeHandle: () => Promise.reject(fault),
  closeHandles: () => Promise.resolve(),
  dispose: () => Promise.resolve(),
})

const errorOf = async (fault: unknown): Promise<unknown> => {
  await using runtime = createCodeRuntime(failing(fault))

  return (await runtime.run({ program: 'return 1', bindings: [] })).error
}

test('a fault of the executor is a worker exit with a text that says so', async () => {
  deepEqual(await errorOf(new ExecutorError('QUEUE_OVERFLOW', 'The queue is full.')), {
    kind: 'worker-exit',
    message:
      'The executor could not finish the run (QUEUE_OVERFLOW): The queue is full. Trying again can work.',
  })
  deepEqual(
    await errorOf(
      new ExecutorError('CONNECTION_BROKEN', 'Gone.', { retryable: false, dispatched: 2 }),
    ),
    {
      kind: 'worker-exit',
      message:
        'The executor could not finish the run (CONNECTION_BROKEN): Gone. Calls of bindings that had been made by then: 2.',
    },
  )
  deepEqual(await errorOf(new RangeError('too long')), {
    kind: 'worker-exit',
    message: 'The executor could not run the program: too long',
  })
})

test('a full queue is a worker exit, and a disposed executor one too', async () => {
  const executor = createExecutor({ workers: 1, queueLimit: 0 })
  const runtime = createCodeRuntime(executor)
  const run = runnerOf(runtime)
  await run('return 1')
  const started = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const holding = run('await tools.f()', {
    f: () => {
      started.resolve()
      return answer.promise
    },
  })
  await started.promise
  const { error } = await run('return 1')
  equal(error?.kind, 'worker-exit')
  match(error?.message ?? '', /QUEUE_OVERFLOW/)
  answer.resolve()
  await holding
  await executor.dispose()
  match((await run('return 1')).error?.message ?? '', /^The executor could not finish the run/)
  await runtime.dispose()
})

test('a binding may run a program on the same full executor', async () => {
  await using executor = createExecutor({ workers: 1 })
  await using runtime = createCodeRuntime(executor)
  const run = runnerOf(runtime)
  const inner = async (): Promise<unknown> => (await run('return "inner"')).value
  deepEqual(await run('return tools.inner()', { inner }), { value: 'inner', logs: [] })
})

test("a bound of the executor's own is a timeout that says so", async () => {
  await using executor = createExecutor({ workers: 1, maxTimeout: 200 })
  await using runtime = createCodeRuntime(executor)
  deepEqual((await runtime.run({ program: 'for (;;) {}', bindings: [] })).error, {
    kind: 'timeout',
    message:
      "executor's own time bound reached (200ms). Do less work per run and return the part that is already finished.",
  })
})

test('a wrong configuration throws at once, and names the field', () => {
  const executor = createExecutor()
  const wrong: Array<[config: object, expected: RegExp]> = [
    [{ computeMs: 0 }, /RangeError: The config field "computeMs" must be a number above 0/],
    [{ computeMs: '1' }, /TypeError: The config field "computeMs"/],
    [
      { maxWallMs: 2_147_483_648 },
      /RangeError: The config field "maxWallMs" .* at most 2147483647/,
    ],
    [
      { maxLogBytes: 255 },
      /RangeError: The config field "maxLogBytes" must be a whole number of at least 256/,
    ],
    [
      { maxValueBytes: PAYLOAD_LIMIT + 1 },
      /RangeError: The config field "maxValueBytes" .* at most 8388608/,
    ],
    [{ outbound: 'stub' }, /TypeError: The config field "outbound" must be a function/],
    [{ isolation: 1 }, /TypeError: The config field "isolation" must be a string/],
    [{ computeMS: 1 }, /Unknown field "computeMS" of the config\. Did you mean "computeMs"\?$/],
    [
      { maxLogsByte: 512 },
      /Unknown field "maxLogsByte" of the config\. Did you mean "maxLogBytes"\?$/,
    ],
    [[], /TypeError: The config must be an object/],
  ]
  // A configuration may be part of something larger.
  createCodeRuntime(
    executor,
    Object.assign({ computeMs: 1_000 }, { id: 'A19', program: 'return 1' }),
  )
  for (const [config, expected] of wrong) {
    let text = ''
    try {
      createCodeRuntime(executor, config)
    } catch (failure) {
      text = String(failure)
    }
    match(text, expected)
  }
  let text = ''
  try {
    createCodeRuntime({} as Executor)
  } catch (failure) {
    text = String(failure)
  }
  match(text, /TypeError: The executor member "execute" must be a function/)
})
