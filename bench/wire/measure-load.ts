// Many callers at once: each does its runs one after another; a run calls two tools and returns a sum.

import { createEnvelopeDispatch, type Executor } from '@supolka/codemode-executor'
import { processTree, proportionalBytes } from '../process-tree.ts'
import { quantile } from '../statistics.ts'

/** Times in milliseconds, memory in bytes at its highest while the load was on. */
export type Load = {
  title: string
  perSecond: number
  p50: number
  p99: number
  /** This process with its children: callers, and the executor where it is in here. */
  callerBytes: number
  /** The server with its children; 0 where there is none. */
  serverBytes: number
}

export type LoadPlan = {
  title: string
  /** One executor for each caller; callers may share one. */
  executors: Array<Executor>
  runsPerCaller: number
  serverPid: number | undefined
}

const SAMPLE_EVERY_MS = 100
const CODE = 'async () => (await store.get(1)) + (await store.get(2))'

export async function measureLoad(plan: LoadPlan): Promise<Load> {
  const samples: Array<number> = []
  const memory = watchMemory(plan.serverPid)
  const start = performance.now()
  await Promise.all(plan.executors.map((one) => callInTurn(one, plan.runsPerCaller, samples)))
  const elapsed = performance.now() - start

  return {
    title: plan.title,
    perSecond: (samples.length / elapsed) * 1000,
    p50: quantile(samples, 0.5),
    p99: quantile(samples, 0.99),
    ...memory.stop(),
  }
}

async function callInTurn(executor: Executor, runs: number, samples: Array<number>): Promise<void> {
  const dispatch = createEnvelopeDispatch({ active: true }, (_provider, _tool, args) => args)
  const providers = [{ name: 'store', tools: ['get'] }]
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now()
    // oxlint-disable-next-line no-await-in-loop -- a caller waits for its answer
    const { result } = await executor.execute({ code: CODE, providers, dispatch })
    samples.push(performance.now() - start)
    if (result !== 3) throw new Error('A run gave a wrong answer.')
  }
}

function watchMemory(serverPid: number | undefined): {
  stop: () => Pick<Load, 'callerBytes' | 'serverBytes'>
} {
  const peak = { callerBytes: 0, serverBytes: 0 }
  const look = (): void => {
    const server = serverPid === undefined ? [] : processTree(serverPid)
    const caller = processTree(process.pid).filter((pid) => !server.includes(pid))
    peak.callerBytes = Math.max(peak.callerBytes, proportionalBytes(caller))
    peak.serverBytes = Math.max(peak.serverBytes, proportionalBytes(server))
  }
  const timer = setInterval(look, SAMPLE_EVERY_MS)

  return {
    stop: () => {
      clearInterval(timer)
      look()

      return peak
    },
  }
}
