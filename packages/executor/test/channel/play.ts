// One run on a hostile child, and what may become of it.

import assert from 'node:assert/strict'
import type { ExecuteRequest, ExecuteResult } from '@supolka/codemode-executor'
import { hostileExecutor } from './hostile-executor.ts'
import { settlementOf, type Settlement } from './settlement.ts'

export const never = (): Promise<never> => new Promise(() => undefined)

export async function play(
  part: string,
  request: Partial<ExecuteRequest> = {},
  seed = 0,
): Promise<Settlement<ExecuteResult>> {
  await using hostile = hostileExecutor(part, { seed })

  return await settlementOf(
    hostile.executor.execute({
      code: 'async () => 1',
      timeout: 300,
      outbound: null,
      dispatch: never,
      ...request,
    }),
  )
}

export function assertCrashed(
  settlement: Settlement<ExecuteResult>,
  dispatched: number | undefined,
): void {
  assert.partialDeepStrictEqual(settlement, { kind: 'fault', code: 'WORKER_CRASHED', dispatched })
}

export function assertFailed(settlement: Settlement<ExecuteResult>, text: RegExp): void {
  assert.equal(settlement.kind, 'value', JSON.stringify(settlement))
  assert.ok(settlement.kind === 'value')
  assert.match(settlement.value.error ?? '', text)
}

export function assertResult(settlement: Settlement<ExecuteResult>, result: unknown): void {
  assert.partialDeepStrictEqual(settlement, { kind: 'value', value: { result } })
}
