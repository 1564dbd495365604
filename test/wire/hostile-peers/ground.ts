// Where peers attack: one server, and on it an honest client that must not notice.

import assert from 'node:assert/strict'
import { connect } from '@supolka/cloudflare-codemode-executor'
import { serve, type ExecutorServer, type ServerOptions } from '@supolka/codemode-executor-server'
import { until } from '../../lifecycle/children.ts'
import { gate } from '../../lifecycle/gate.ts'
import { isSettled, within } from '../../lifecycle/settlement.ts'
import type { Tables } from '../tables.ts'

/** What a server's class shows to tests beside its interface. */
type Session = { stats: Tables; openCalls: number }
export type GroundServer = ExecutorServer & { sessions: ReadonlySet<Session> }

export type Ground = {
  server: GroundServer
  url: string
  /**
   * The honest client's run, which has waited in its tool since before the attack, still does; another
   * run succeeds; and the attackers' sessions are gone, with all that they had open.
   */
  assertUntouched: () => Promise<void>
  /** Lets the waiting run end, and sees that it succeeds, before everything is closed. */
  end: () => Promise<void>
}

/** Serves with enough workers for the run that waits, the attacker and another. The caller ends it. */
export async function openGround(options: ServerOptions = {}): Promise<Ground> {
  await using parts = new AsyncDisposableStack()
  const server = parts.use(await serve({ port: 0, workers: 3, ...options })) as GroundServer
  const honest = parts.use(await connect(server.url, { token: options.token }))
  const { run, reached, open } = gate()
  const waiting = honest.execute(run)
  await within(reached)
  const kept = parts.move()

  return {
    server,
    url: server.url,
    assertUntouched: async () => {
      assert.equal(await isSettled(waiting), false)
      const { result } = await within(honest.execute({ code: 'async () => 6 * 7' }))
      assert.equal(result, 42)
      await until('only the honest session is left', () => server.sessions.size === 1)
      await until('only the waiting run is open', () => {
        const { workers, queueDepth } = server.report()

        return workers.running === 1 && queueDepth === 0
      })
    },
    end: async () => {
      open()
      assert.equal((await within(waiting)).result, 'through')
      await kept.disposeAsync()
    },
  }
}
