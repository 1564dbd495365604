import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExecuteResult } from '@supolka/codemode-executor'
import { hostileExecutor } from './hostile-executor.ts'
import { settlementOf, type Settlement } from './settlement.ts'

const MEGABYTE = 1_048_576

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
        status: 200,
        statusText: '',
        headers: [],
        body: new ArrayBuffer(8),
      }),
    }),
  )
}
