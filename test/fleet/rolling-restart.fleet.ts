// All replicas are replaced one after the other, under load.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../lifecycle/children.ts'
import { metricOf } from './metric-of.ts'
import { startFleet } from './start-fleet.ts'
import { skip } from './start-haproxy.ts'
import type { Replica } from './start-replica.ts'
import { hasReturnedSince, startLoad } from './load.ts'

const ADDRESSES = ['127.0.0.1', '127.0.0.2', '127.0.0.3']
const CLIENTS = 6
/** More lanes than workers, so that there is a queue everywhere. */
const LANES_PER_CLIENT = 6
/** Calls between two restarts. */
const SETTLING = 60
const SETTINGS = { CODEMODE_EXECUTOR_WORKERS: '2' }

/** How many runs are under way at a replica, once there is one. */
async function untilRunning(replica: Replica): Promise<number> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    const running = await metricOf(replica, 'codemode_workers{state="running"}')
    if (running > 0) return running
  }
}

test(
  'a rolling restart loses no started run, and nothing without a fault that can be retried',
  { skip },
  async (t) => {
    await using fleet = await startFleet(ADDRESSES, SETTINGS)
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => fleet.connect()))
    await using stack = new AsyncDisposableStack()
    for (const client of clients) stack.use(client)
    const load = startLoad(clients, LANES_PER_CLIENT)
    const restart = async (address: string): Promise<void> => {
      const before = load.attempts.length
      await until('there is work everywhere', () => load.attempts.length > before + SETTLING)
      const replica = fleet.replicas.get(address)
      assert.ok(replica !== undefined)
      const running = await untilRunning(replica)
      assert.deepEqual(await fleet.remove(address, 'SIGTERM'), { code: 0, signal: null })
      t.diagnostic(`${running} runs were under way at ${address} when it was to leave`)
      await fleet.add(address)
    }
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    for (const address of ADDRESSES) await restart(address)

    const renewedAt = performance.now()
    await until('every client has had an answer from the new fleet', () =>
      clients.every((_client, client) => hasReturnedSince(load, client, renewedAt)),
    )
    await load.stop()

    const faulty = load.attempts.filter((each) => each.fault !== undefined)
    const returned = load.attempts.filter((each) => 'result' in each)
    t.diagnostic(`${returned.length} runs returned, ${faulty.length} calls were turned away`)
    assert.equal(returned.length + faulty.length, load.attempts.length)
    for (const { id, result, begun, ended } of returned) {
      assert.deepEqual({ result, begun, ended }, { result: id, begun: 1, ended: 1 })
    }
    for (const { fault, begun } of faulty) {
      assert.deepEqual([fault?.retryable, begun], [true, 0], fault?.message)
    }
    // Otherwise the restart met no queue, and the test shows nothing.
    assert.ok(faulty.length > 0)
  },
)
