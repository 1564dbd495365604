import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ChildExitEvent, ExecutorOptions } from '@supolka/codemode-executor'
import { hostileExecutor } from '../channel/hostile-executor.ts'
import { createRecorder, openRecorded, type Recorder } from './record.ts'

type Recorded = ReturnType<typeof openRecorded>

const loop = 'async () => { for (;;) {} }'
const handler = `async () => () => new Response('x')`
/** The pool's first three pauses together; timers of Node may fire a millisecond early. */
const PAUSES_MS = 249 + 499 + 999

const echoing = (rest: string): string => `async () => { await tools.echo(); ${rest} }`
const withEcho = {
  providers: [{ name: 'tools', tools: ['echo'] }],
  dispatch: async (): Promise<string> => '{"result":1}',
}
const request = { method: 'GET', url: 'http://a.test/', headers: [], body: null }

async function firstExit({ exits, until }: Recorder): Promise<ChildExitEvent> {
  await until(() => exits.length > 0)
  const [exit] = exits
  assert.ok(exit !== undefined)

  return exit
}

/** The first death that is heard of under `act`. */
async function exitUnder(
  act: (executor: Recorded['executor']) => Promise<unknown>,
  options?: ExecutorOptions,
): Promise<ChildExitEvent> {
  await using recorded = openRecorded(options)
  await act(recorded.executor)

  return await firstExit(recorded)
}

/** The first death of a child that plays a part. */
async function exitOf(part: string, options: ExecutorOptions = {}): Promise<ChildExitEvent> {
  const recorder = createRecorder()
  await using hostile = hostileExecutor(part, { observer: recorder.observer, ...options })
  await Promise.allSettled([hostile.executor.execute({ code: '' })])

  return await firstExit(recorder)
}

async function executeInVain(executor: Recorded['executor']): Promise<void> {
  await assert.rejects(executor.execute({ code: '' }), { code: 'WORKER_CRASHED' })
}

suite('an observer hears why a child is gone', () => {
  test('its number of runs was served: recycled', async () => {
    const exit = await exitUnder((executor) => executor.execute({ code: 'async () => 1' }), {
      runsPerWorker: 1,
    })
    assert.deepEqual(exit, {
      workerId: 1,
      cause: 'recycled',
      code: null,
      signal: 'SIGKILL',
      lastWords: '',
    })
  })

  test('a nested execution needs it no more: surplus', async () => {
    const exit = await exitUnder((executor) =>
      executor.execute({
        code: 'async () => tools.nest()',
        providers: [{ name: 'tools', tools: ['nest'] }],
        dispatch: async () => {
          await executor.execute({ code: 'async () => 1' })

          return '{}'
        },
      }),
    )
    assert.equal(exit.cause, 'surplus')
  })

  test('a run was past its bound: timeout', async () => {
    const exit = await exitUnder((executor) => executor.execute({ code: loop, timeout: 50 }))
    assert.equal(exit.cause, 'timeout')
  })

  test('a run was past the bound of occupancy: timeout', async () => {
    const exit = await exitUnder((executor) => executor.execute({ code: loop }), {
      maxOccupancy: 50,
    })
    assert.equal(exit.cause, 'timeout')
  })

  test('an invocation was past its bound: timeout', async () => {
    const exit = await exitUnder(async (executor) => {
      const code = 'async () => () => { for (;;) {} }'
      const retained = await executor.execute({ code, retainHandles: true, timeout: 50 })
      const { executionId = '' } = retained
      await assert.rejects(executor.invokeHandle(executionId, 'fetch', request), /timed out/v)
    })
    assert.equal(exit.cause, 'timeout')
  })

  test('a run was past its memory limit: memory', async () => {
    const code = 'async () => { const all = []; for (;;) all.push(new Array(1_000).fill(1.5)) }'
    const exit = await exitUnder((executor) => executor.execute({ code }), { memoryLimit: 16 })
    assert.equal(exit.cause, 'memory')
  })

  test('its run was aborted: aborted', async () => {
    const controller = new AbortController()
    const exit = await exitUnder((executor) =>
      executor.execute({
        code: 'async () => { await tools.tell(); for (;;) {} }',
        providers: [{ name: 'tools', tools: ['tell'] }],
        dispatch: async () => {
          controller.abort()

          return '{}'
        },
        signal: controller.signal,
      }),
    )
    assert.equal(exit.cause, 'aborted')
  })

  test('its handles were closed: handles-closed', async () => {
    const exit = await exitUnder(async (executor) => {
      const { executionId = '' } = await executor.execute({ code: handler, retainHandles: true })
      await executor.closeHandles(executionId)
    })
    assert.equal(exit.cause, 'handles-closed')
  })

  test('somebody killed it under a run: crashed', async () => {
    const exit = await exitOf('the end at the first run')
    assert.deepEqual([exit.cause, exit.signal], ['crashed', null])
  })

  test('it sent what no child in order sends: protocol', async () => {
    const exit = await exitOf('a shape of no message')
    assert.deepEqual([exit.cause, exit.signal], ['protocol', 'SIGKILL'])
    assert.match(exit.lastWords, /no known shape/v)
  })

  test('it told an outcome of no run, to be ready twice: protocol', async () => {
    const recorder = createRecorder()
    const options = { observer: recorder.observer, start: 'eager' } as const
    await using _ = hostileExecutor('an outcome without a run, then ready', options)
    assert.equal((await firstExit(recorder)).cause, 'protocol')
  })

  test('it died while it prepared for nobody: crashed, and each next start waits longer', async () => {
    const recorder = createRecorder()
    const deaths: Array<number> = []
    const onChildExit = (event: ChildExitEvent): void => {
      deaths.push(performance.now())
      recorder.observer.onChildExit?.(event)
    }
    const options = { observer: { onChildExit }, start: 'eager' } as const
    await using _ = hostileExecutor('its end when it is to prepare', options)
    await recorder.until(() => recorder.exits.length >= 4)
    assert.equal(recorder.exits[0]?.cause, 'crashed')
    const [first = 0, , , fourth = 0] = deaths
    assert.ok(fourth - first >= PAUSES_MS, `The fourth died ${fourth - first} ms after the first.`)
  })

  test('it could not be started: failed-start', async () => {
    const absent = await exitUnder(executeInVain, { execPath: '/nowhere/node' })
    assert.deepEqual([absent.cause, absent.code, absent.signal], ['failed-start', null, null])
    assert.match(absent.lastWords, /ENOENT/v)
    const refused = await exitUnder(executeInVain, { execArgv: ['x'.repeat(4_000_000)] })
    assert.equal(refused.cause, 'failed-start')
    const ended = await exitUnder(executeInVain, { execPath: '/bin/false' })
    assert.deepEqual([ended.cause, ended.code], ['failed-start', 1])
  })

  test('its program went on after the outcome and did not stop: restless', async () => {
    const code = `async () => {
      let turns = 0
      const go = () => { if (++turns > 100) for (;;); queueMicrotask(go) }
      queueMicrotask(go)

      return 1
    }`
    const exit = await exitUnder(async (executor) => {
      assert.equal((await executor.execute({ code })).result, 1)
    })
    assert.equal(exit.cause, 'restless')
  })

  test('its program went on, or ran out of memory, in the turn of an answer, which is not counted', async () => {
    const spins = echoing('queueMicrotask(() => queueMicrotask(() => { for (;;); })); return 1')
    const restless = await exitUnder(async (executor) => {
      assert.equal((await executor.execute({ code: spins, ...withEcho })).result, 1)
    })
    assert.equal(restless.cause, 'restless')
    const fills = echoing('const all = []; for (;;) all.push(Array(1e5).fill(1))')
    const memory = await exitUnder(async (executor) => {
      const { error } = await executor.execute({ code: fills, ...withEcho })
      assert.match(error ?? '', /memory/)
    })
    assert.equal(memory.cause, 'memory')
  })

  test('the executor was disposed: disposed, for every child once', async () => {
    const { executor, exits } = openRecorded({ workers: 3 })
    await executor.execute({ code: 'async () => 1' })
    await executor.execute({ code: handler, retainHandles: true })
    await executor.dispose()
    assert.deepEqual(
      exits.map(({ cause }) => cause),
      ['disposed', 'disposed', 'disposed'],
    )
    assert.equal(new Set(exits.map(({ workerId }) => workerId)).size, 3)
  })
})
