import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { assertFailed, assertResult, never, play } from './play.ts'

const MEGABYTE = 1_048_576

/** Calls that may be open at once, whatever the child says. */
const MAX_OPEN = 8_192

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
    assert.partialDeepStrictEqual(settlement.cause, { lastWords: 'x'.repeat(2000) })
  })
})
