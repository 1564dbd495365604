/* oxlint-disable no-await-in-loop -- the two sides must take turns */
// What the wire adds to a trivial run: chunks of runs in this process and over loopback take turns.

import { setTimeout } from 'node:timers/promises'
import type { Executor } from '@supolka/codemode-executor'
import { median, quantile } from '../statistics.ts'

/** Both sides in milliseconds, and what the wire adds. */
export type Overhead = {
  title: string
  local: number
  remote: number
  added: number
  quiet: number
}

type Sides = { local: Executor; remote: Executor }
type Plan = { title: string; gapMs: number; chunk: number; chunks: number }

const QUIET = 0.1
const CODE = 'async () => 1'

export async function measureOverhead(sides: Sides, plan: Plan): Promise<Overhead> {
  const samples: Record<keyof Sides, Array<number>> = { local: [], remote: [] }
  for (const side of [sides.local, sides.remote]) await timeRuns(side, plan)
  for (let chunk = 0; chunk < plan.chunks; chunk += 1) {
    samples.local.push(...(await timeRuns(sides.local, plan)))
    samples.remote.push(...(await timeRuns(sides.remote, plan)))
  }
  const [local, remote] = [median(samples.local), median(samples.remote)]

  return {
    title: plan.title,
    local,
    remote,
    added: remote - local,
    quiet: quantile(samples.remote, QUIET) - quantile(samples.local, QUIET),
  }
}

async function timeRuns(executor: Executor, { gapMs, chunk }: Plan): Promise<Array<number>> {
  const samples: Array<number> = []
  for (let run = 0; run < chunk; run += 1) {
    if (gapMs > 0) await setTimeout(gapMs)
    const start = performance.now()
    const { result } = await executor.execute({ code: CODE })
    samples.push(performance.now() - start)
    if (result !== 1) throw new Error('A run gave a wrong answer.')
  }

  return samples
}
