// Work for a fleet that keeps account: what each call settled to, and how often its program ran.

import type { RemoteExecutor } from '@supolka/cloudflare-codemode-executor'
import { faultOf, within, type Fault } from '../lifecycle/settlement.ts'

/** One call of `execute`, and what its program told by tools. */
export type Attempt = {
  readonly id: string
  /** Which of the clients made it. */
  readonly client: number
  readonly startedAt: number
  /** How often its program began, and came to its end. */
  begun: number
  ended: number
  /** What it settled to. None of them while it is open. */
  result?: unknown
  error?: string
  fault?: Fault
}

export type Load = {
  readonly attempts: ReadonlyArray<Attempt>
  /** Calls whose program has begun and that have not settled. */
  running(): Array<Attempt>
  /** Starts no further calls, and resolves when all have settled. */
  stop(): Promise<void>
}

const PROVIDERS = [{ name: 'ledger', tools: ['begin', 'end'] }]
/** A call that waits in a queue behind others takes longer than one alone. */
const PATIENCE_MS = 60_000

/** Lanes that call one after the other, for each client, with runs of 20 to 210 ms. */
export function startLoad(clients: Array<RemoteExecutor>, lanesPerClient: number): Load {
  const attempts: Array<Attempt> = []
  const stopping = new AbortController()
  const lane = async (executor: RemoteExecutor, client: number): Promise<void> => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      const attempt: Attempt = {
        id: `run-${attempts.length}`,
        client,
        startedAt,
        begun: 0,
        ended: 0,
      }
      attempts.push(attempt)
      // oxlint-disable-next-line no-await-in-loop -- a lane is one call after the other
      await settle(executor, attempt)
    }
  }
  const lanes = clients.flatMap((executor, client) =>
    Array.from({ length: lanesPerClient }, () => lane(executor, client)),
  )

  return {
    attempts,
    running: () => attempts.filter((each) => each.begun > 0 && !isSettled(each)),
    async stop() {
      stopping.abort()
      await Promise.all(lanes)
    },
  }
}

export function isSettled(attempt: Attempt): boolean {
  return 'result' in attempt || 'error' in attempt || 'fault' in attempt
}

/** Whether a call that a client made after some time has returned by now. */
export function hasReturnedSince({ attempts }: Load, client: number, time: number): boolean {
  return attempts.some(
    (each) => each.client === client && each.startedAt > time && 'result' in each,
  )
}

async function settle(executor: RemoteExecutor, attempt: Attempt): Promise<void> {
  const number = Number(attempt.id.slice('run-'.length))
  const call = executor.execute({
    code: `async () => {
      await ledger.begin()
      await new Promise((resolve) => setTimeout(resolve, ${20 + (number % 20) * 10}))
      await ledger.end()
      return '${attempt.id}'
    }`,
    providers: PROVIDERS,
    dispatch: async (_provider, tool) => {
      attempt[tool === 'begin' ? 'begun' : 'ended'] += 1

      return '{"result":null}'
    },
  })
  try {
    const { result, error } = await within(call, PATIENCE_MS)
    if (error === undefined) attempt.result = result
    else attempt.error = error
  } catch {
    // `faultOf` throws for what is no fault of an executor.
    attempt.fault = await faultOf(call)
  }
}
