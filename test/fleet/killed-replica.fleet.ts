// A replica dies without a word, under load.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../lifecycle/children.ts'
import { hasReturnedSince, isSettled, startLoad } from './load.ts'
import { replicaOfClient } from './replica-of-client.ts'
import { startFleet } from './start-fleet.ts'
import { skip } from './start-haproxy.ts'

const ADDRESSES = ['127.0.0.1', '127.0.0.2', '127.0.0.3']
const CLIENTS = 6
const LANES_PER_CLIENT = 4
const SETTINGS = { CODEMODE_EXECUTOR_WORKERS: '2' }

test(
  'a killed replica costs the calls that were open at it, and nobody else anything',
  { skip },
  async (t) => {
    await using fleet = await startFleet(ADDRESSES, SETTINGS)
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => fleet.connect()))
    await using stack = new AsyncDisposableStack()
    for (const client of clients) stack.use(client)
    const homes = await Promise.all(clients.map(replicaOfClient))
    const [victim = ''] = homes
    const load = startLoad(clients, LANES_PER_CLIENT)
    const isAtVictim = (client: number): boolean => homes[client] === victim
    await until('runs are under way at the victim', () =>
      load.running().some((each) => isAtVictim(each.client)),
    )

    const openAtVictim = load.attempts.filter((each) => isAtVictim(each.client) && !isSettled(each))
    const exit = await fleet.remove(victim, 'SIGKILL')
    assert.deepEqual(exit, { code: null, signal: 'SIGKILL' })
    const killedAt = performance.now()
    await until('its clients go on elsewhere', () =>
      clients.every((_client, client) => hasReturnedSince(load, client, killedAt)),
    )
    await load.stop()

    const faulty = load.attempts.filter((each) => each.fault !== undefined)
    t.diagnostic(`${openAtVictim.length} calls were open at it, ${faulty.length} broke in all`)
    assert.deepEqual([...new Set(faulty.map((each) => each.fault?.code))], ['CONNECTION_BROKEN'])
    for (const { client, fault, begun, ended } of faulty) {
      assert.ok(isAtVictim(client))
      assert.equal(fault?.retryable, true)
      // A caller learns whether effects may have happened.
      assert.equal(fault.dispatched ?? 0, begun + ended)
    }
    for (const { id, result, begun, ended } of load.attempts.filter((each) => 'result' in each)) {
      assert.deepEqual({ result, begun, ended }, { result: id, begun: 1, ended: 1 })
    }
    assert.ok(load.attempts.every((each) => each.error === undefined && each.begun <= 1))
  },
)
