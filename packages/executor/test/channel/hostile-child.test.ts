import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createRecorder } from '../observer/record.ts'
import { hostileExecutor } from './hostile-executor.ts'
import { assertCrashed, assertFailed, assertResult, play } from './play.ts'
import { settlementOf } from './settlement.ts'

const request = { method: 'GET', url: 'http://a.test/', headers: [], body: null }

test('an honest child of the same making answers', async () => {
  assertResult(await play('honest'), 'honest')
})

suite('a child that breaks the framing is killed, and its run ends with a retryable fault', () => {
  const framing = [
    'random bytes',
    'a truncated frame, then the end',
    'a length past its bound',
    'a violation, then a result',
    'a shape of no message',
    'a header of deep brackets',
    'a header of deep lists that is JSON',
    'the end at the first run',
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
    const invocation = await settlementOf(executor.invokeHandle(executionId, 'fetch', request))
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
    const { exits, observer } = createRecorder()
    await using hostile = hostileExecutor('never ready after a result', { observer })
    const { executor } = hostile
    assertResult(await settlementOf(executor.execute({ code: '' })), 'first')
    const next = await settlementOf(executor.execute({ code: '', timeout: 300 }), 20_000)
    assert.notEqual(next.kind, 'hang')
    assert.equal(exits[0]?.cause, 'not-ready')
  })

  test('silence without a bound: a fault', { skip: !process.env['FULL'] }, async () => {
    const recorder = createRecorder()
    await using hostile = hostileExecutor('silence', { observer: recorder.observer })
    const call = hostile.executor.execute({ code: '', timeout: null })
    assertCrashed(await settlementOf(call, 20_000), 0)
    await recorder.until(() => recorder.exits[0]?.cause === 'silent')
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
    const first = await executor.invokeHandle(executionId, 'fetch', request)
    const second = await executor.invokeHandle(executionId, 'fetch', request)
    assert.deepEqual(
      [first, second].map(({ statusText }) => statusText),
      ['right', 'right'],
    )
  })
})
