// A client whose server drains: its next call goes to where it connects by then, and what runs stays where
// it is until it ends.

import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { connect } from '@supolka/cloudflare-codemode-executor'
import { serve } from '@supolka/codemode-executor-server'
import { grant } from '../contract/granted.ts'
import { until } from '../lifecycle/children.ts'
import { faultOf, within } from '../lifecycle/settlement.ts'
import { openSwitch } from './tcp-switch.ts'
import { waitingRun } from './waiting-run.ts'

const one = { code: 'async () => 1' }

const turnedAway = {
  code: 'INTERNAL',
  message: 'The pool is draining and takes no new work.',
  retryable: true,
}

suite('a client whose server drains', () => {
  test('takes its next call to where it connects by then, and ends what runs where it is', async () => {
    await using first = await serve({ port: 0, workers: 1, replica: 'first' })
    await using second = await serve({ port: 0, workers: 1, replica: 'second' })
    await using line = await openSwitch(first.address.port)
    await using executor = await connect(line.url)
    const run = waitingRun({ code: 'async () => [await tools.wait(), await tools.wait()]' })
    const running = executor.execute(run.request)
    await run.waits

    line.to(second.address.port)
    const drained = first.drain()
    assert.deepEqual(await faultOf(executor.execute(one)), turnedAway)
    await using granted = await grant(executor, { code: `async () => () => new Response('here')` })
    assert.match(granted.executionId, /^second\./)
    assert.equal(await granted.text('/'), 'here')
    assert.deepEqual([line.attempts, line.open], [2, 2])

    run.release()
    assert.deepEqual((await within(running)).result, ['released', 'released'])
    await within(drained)
    await until('the connection that nobody needs is gone', () => line.open === 1)
    assert.equal(await granted.text('/'), 'here')
    assert.equal(line.attempts, 2)
  })

  test('opens one connection for all the calls that were turned away together', async () => {
    await using first = await serve({ port: 0, workers: 1 })
    await using second = await serve({ port: 0, workers: 1 })
    await using line = await openSwitch(first.address.port)
    await using executor = await connect(line.url)
    line.to(second.address.port)
    await first.drain()
    const calls = Array.from({ length: 10 }, () => faultOf(executor.execute(one)))
    assert.deepEqual(
      await Promise.all(calls),
      calls.map(() => turnedAway),
    )
    const again = Array.from({ length: 10 }, () => executor.execute(one))
    const results = (await within(Promise.all(again))).map(({ result }) => result)
    assert.deepEqual(
      results,
      again.map(() => 1),
    )
    assert.equal(line.attempts, 2)
  })

  for (const [where, isElsewhere] of [
    ['elsewhere by then', true],
    ['nowhere by then', false],
  ] as const) {
    test(`has what a run that has started nests run beside it, though it connects ${where}`, async () => {
      await using first = await serve({ port: 0, workers: 1 })
      await using second = await serve({ port: 0, workers: 1 })
      await using line = await openSwitch(first.address.port)
      const delays = { minReconnectDelay: 1, maxReconnectDelay: 1 }
      await using executor = await connect(line.url, delays)
      const [entered, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const running = executor.execute({
        code: 'async () => tools.nest()',
        providers: [{ name: 'tools', tools: ['nest'] }],
        dispatch: async () => {
          entered.resolve()
          await opened.promise
          const { result } = await executor.execute({ code: `async () => 'nested'` })

          return JSON.stringify({ result })
        },
      })
      await entered.promise
      const drained = first.drain()
      assert.deepEqual(await faultOf(executor.execute(one)), turnedAway)
      line.to(isElsewhere ? second.address.port : 'nobody')
      opened.resolve()
      assert.equal((await within(running)).result, 'nested')
      await within(drained)
      assert.equal(line.attempts, 1)
    })
  }
})
