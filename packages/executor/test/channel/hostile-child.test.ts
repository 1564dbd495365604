import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ExecuteRequest, ExecuteResult } from '@supolka/codemode-executor'
import { hostileExecutor } from './hostile-executor.ts'
import { settlementOf, type Settlement } from './settlement.ts'

const MEGABYTE = 1_048_576

/** Calls that may be open at once, whatever the child says. */
const MAX_OPEN = 8_192

const never = (): Promise<never> => new Promise(() => undefined)

async function play(
  part: string,
  request: Partial<ExecuteRequest> = {},
  seed = 0,
): Promise<Settlement<ExecuteResult>> {
  await using hostile = hostileExecutor(part, { seed })

  return await settlementOf(
    hostile.executor.execute({
      ...{ code: 'async () => 1', timeout: 300, outbound: null, dispatch: never },
      ...request,
    }),
  )
}

function assertCrashed(
  settlement: Settlement<ExecuteResult>,
  dispatched: number | undefined,
): void {
  assert.partialDeepStrictEqual(settlement, { kind: 'fault', code: 'WORKER_CRASHED', dispatched })
}

function assertFailed(settlement: Settlement<ExecuteResult>, text: RegExp): void {
  assert.equal(settlement.kind, 'value', JSON.stringify(settlement))
  assert.ok(settlement.kind === 'value')
  assert.match(settlement.value.error ?? '', text)
}

function assertResult(settlement: Settlement<ExecuteResult>, result: unknown): void {
  assert.partialDeepStrictEqual(settlement, { kind: 'value', value: { result } })
}

test('an honest child of the same making answers', async () => {
  assertResult(await play('honest'), 'honest')
})

suite('a child that breaks the framing is killed, and its run ends with a retryable fault', () => {
  const framing = [
    ...['random bytes', 'a truncated frame, then the end', 'a length past its bound'],
    ...['a violation, then a result', 'a shape of no message', 'a header of deep brackets'],
    ...['a header of deep lists that is JSON', 'the end at the first run'],
  ]
  for (const part of framing) {
    test(part, async () => assertCrashed(await play(part, { timeout: 5000 }), 0))
  }

  test('random bytes before it is ready', async () => {
    assertCrashed(await play('random bytes before ready', { timeout: 5000 }), undefined)
  })

  test('its end right after it was ready', async () => {
    const settlement = await play('the end once ready')
    assert.partialDeepStrictEqual(settlement, { kind: 'fault', code: 'WORKER_CRASHED' })
  })
})

suite('a child that breaks the order of messages is killed at once', () => {
  test('ready in the middle of a run', async () => {
    assertCrashed(await play('ready in the middle of a run', { timeout: 60_000 }), 0)
  })

  test('ready many times: no two runs share it', async () => {
    await using hostile = hostileExecutor('ready many times')
    const settlements = await Promise.all(
      ['first', 'second'].map((code) =>
        settlementOf(hostile.executor.execute({ code, timeout: 30_000 })),
      ),
    )
    for (const [index, settlement] of settlements.entries()) {
      if (settlement.kind === 'fault') assert.equal(settlement.code, 'WORKER_CRASHED')
      else assertResult(settlement, ['first', 'second'][index])
    }
  })

  test('a grant that nobody asked for gives no handles', async () => {
    const settlement = await play('a grant that nobody asked for')
    if (settlement.kind === 'fault') assert.equal(settlement.code, 'WORKER_CRASHED')
    else {
      assert.ok(settlement.kind === 'value')
      assert.equal(settlement.value.handles, undefined)
    }
  })

  test('ready from under retained handles closes them', async () => {
    await using hostile = hostileExecutor('a retained run that says ready')
    const { executor } = hostile
    const { executionId } = await executor.execute({ code: '', retainHandles: true })
    assert.ok(executionId !== undefined)
    const invocation = await settlementOf(
      executor.invokeHandle(executionId, 'fetch', {
        ...{ method: 'GET', url: 'http://a.test/', headers: [], body: null },
      }),
    )
    assert.partialDeepStrictEqual(invocation, { kind: 'fault', code: 'HANDLES_CLOSED' })
  })
})

suite('a child that holds back is ended by the host', () => {
  for (const part of ['silence', 'a truncated frame, then silence', 'a clock that stands still']) {
    test(`${part}: at the bound of the run`, async () => {
      const start = performance.now()
      assertFailed(await play(part), /^Execution timed out at its 300 ms bound/v)
      assert.ok(performance.now() - start < 2000)
    })
  }

  test('never ready after a result: the next run is served or ends with a fault', async () => {
    await using hostile = hostileExecutor('never ready after a result')
    const { executor } = hostile
    assertResult(await settlementOf(executor.execute({ code: '' })), 'first')
    const next = await settlementOf(executor.execute({ code: '', timeout: 300 }), 20_000)
    assert.notEqual(next.kind, 'hang')
  })

  test('silence without a bound: a fault', { skip: !process.env['FULL'] }, async () => {
    await using hostile = hostileExecutor('silence')
    const call = hostile.executor.execute({ code: '', timeout: null })
    assertCrashed(await settlementOf(call, 20_000), 0)
  })
})

suite('a child that says too much', () => {
  test('aborts by itself: the program ran out of memory', async () => {
    assertFailed(await play('a crash at the first run'), /^Execution ran out of memory/v)
  })

  test('a result of deep lists settles the run', async () => {
    const settlement = await play('a result of deep lists', { timeout: 5000 })
    assert.equal(settlement.kind, 'value')
  })

  test('a result that is no JSON is the failure of the program', async () => {
    assertFailed(await play('a result that is no JSON'), /JSON/v)
  })

  test('a flood of huge logs is kept within the bound of the console', async () => {
    const before = process.memoryUsage.rss()
    const settlement = await play('a flood of huge logs', { timeout: 60_000 })
    assertResult(settlement, 'flooded')
    assert.ok(settlement.kind === 'value' && JSON.stringify(settlement.value.logs).length < 1.1e6)
    assert.ok(process.memoryUsage.rss() - before < 300 * MEGABYTE)
  })

  test('a flood of small logs is kept within the bound of the console', async () => {
    const settlement = await play('a flood of small logs', { timeout: 60_000 })
    assertResult(settlement, 'flooded')
    assert.ok(settlement.kind === 'value' && JSON.stringify(settlement.value.logs).length < 1.1e6)
  })

  test('a flood of calls reaches the dispatch up to a bound', async () => {
    let calls = 0
    const dispatch = (): Promise<never> => {
      calls += 1

      return never()
    }
    const settlement = await play('a flood of calls', { dispatch, timeout: 1000 })
    assert.notEqual(settlement.kind, 'hang')
    assert.ok(calls > 0 && calls <= MAX_OPEN, `${calls} calls`)
  })

  test('a flood of large calls keeps the memory of the host bounded', async () => {
    let peak = 0
    const before = process.memoryUsage.rss()
    const dispatch = (): Promise<never> => {
      peak = Math.max(peak, process.memoryUsage.rss() - before)

      return never()
    }
    await play('a flood of large calls', { dispatch, timeout: 1500 })
    assert.ok(peak < 400 * MEGABYTE, `${Math.round(peak / MEGABYTE)} MB`)
  })

  const floods = ['a flood of requests', 'requests of one id', 'requests that are cancelled']
  for (const part of floods) {
    test(`${part} reaches the outbound function up to a bound`, async () => {
      let requests = 0
      const outbound = (): Promise<never> => {
        requests += 1

        return never()
      }
      const settlement = await play(part, { outbound, timeout: 1000 })
      assert.notEqual(settlement.kind, 'hang')
      assert.ok(requests > 0 && requests <= MAX_OPEN, `${requests} requests`)
    })
  }

  test('a call of an id that is open is not dispatched again', async () => {
    let calls = 0
    const dispatch = (): Promise<never> => {
      calls += 1

      return never()
    }
    await play('calls of one id', { dispatch })
    assert.equal(calls, 1)
  })

  test('last words are kept up to a bound', async () => {
    const settlement = await play('last words without end', { timeout: 10_000 })
    assert.ok(settlement.kind === 'fault')
    const { lastWords } = settlement.cause as { lastWords: string }
    assert.equal(lastWords, 'x'.repeat(2000))
  })
})

suite('what has no meaning where it comes is ignored', () => {
  test('cancels of unknown ids', async () => {
    assertResult(await play('cancels of unknown ids'), 'cancelled')
  })

  test('what only a retained run says', async () => {
    assertResult(await play('what only a retained run says'), 'ignored')
  })

  test('frames of a run before there is one', async () => {
    assertResult(await play('answers with unknown ids'), 'after early frames')
  })

  test('frames after the result neither change it nor reach the caller', async () => {
    await using hostile = hostileExecutor('frames after the result')
    const reached: Array<string> = []
    const outcome = await hostile.executor.execute({
      code: '',
      dispatch: async () => {
        reached.push('call')

        return '{}'
      },
      outbound: async () => {
        reached.push('request')
        throw new Error('reached')
      },
      onLog: () => {
        reached.push('log')
      },
    })
    assert.deepEqual({ ...outcome }, { result: 'first', logs: [] })
    // The next run is over after the late frames of the first one were read.
    assertResult(await settlementOf(hostile.executor.execute({ code: '' })), 'first')
    assert.deepEqual(reached, [])
    assert.deepEqual(outcome.logs, [])
  })

  test('answers of a retained handler with unknown ids', async () => {
    await using hostile = hostileExecutor('a retained run')
    const { executor } = hostile
    const { executionId } = await executor.execute({ code: '', retainHandles: true })
    assert.ok(executionId !== undefined)
    const request = { method: 'GET', url: 'http://a.test/', headers: [], body: null }
    const first = await executor.invokeHandle(executionId, 'fetch', request)
    const second = await executor.invokeHandle(executionId, 'fetch', request)
    assert.deepEqual(
      [first, second].map(({ statusText }) => statusText),
      ['right', 'right'],
    )
  })
})

test('random frames settle every run, throw nothing and leave the host small', async () => {
  const seeds = process.env['FULL'] ? 300 : 25
  const before = process.memoryUsage.rss()
  const kinds = new Map<string, number>()
  for (let seed = 1; seed <= seeds; seed += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one child at a time
    const settlement = await fuzz(seed)
    assert.ok(settlement.kind !== 'hang' && settlement.kind !== 'threw', `seed ${seed}`)
    if (settlement.kind === 'fault') assert.equal(settlement.code, 'WORKER_CRASHED', `seed ${seed}`)
    kinds.set(settlement.kind, (kinds.get(settlement.kind) ?? 0) + 1)
  }
  assert.equal(kinds.size, 2, 'some runs settle with a value and some with a fault')
  assert.ok(process.memoryUsage.rss() - before < 200 * MEGABYTE)
})

async function fuzz(seed: number): Promise<Settlement<ExecuteResult>> {
  await using hostile = hostileExecutor('random frames', { seed, maxOccupancy: 1500 })

  return await settlementOf(
    hostile.executor.execute({
      code: '',
      timeout: 500,
      dispatch: async () => '{"result":1}',
      outbound: async () => ({
        ...{ status: 200, statusText: '', headers: [], body: new ArrayBuffer(8) },
      }),
    }),
  )
}
