// Handles are served by the replica that granted them, whichever way a client comes.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { RemoteExecutor } from '@supolka/cloudflare-codemode-executor'
import { faultOf, within, type Fault } from '../lifecycle/settlement.ts'
import { grant, replicaOf, replicaOfClient } from './replica-of-client.ts'
import { startFleet, type Fleet } from './start-fleet.ts'
import { skip } from './start-haproxy.ts'

const SETTINGS = { CODEMODE_EXECUTOR_WORKERS: '4' }
const REQUEST = { method: 'GET', url: 'http://handler.test/', headers: [], body: null }

let fleet: Fleet
before(async () => {
  if (skip === false) fleet = await startFleet(['127.0.0.1', '127.0.0.2', '127.0.0.3'], SETTINGS)
})
after(() => fleet?.[Symbol.asyncDispose]())

async function invoke(client: RemoteExecutor, executionId: string): Promise<string> {
  const { body } = await within(client.invokeHandle(executionId, 'fetch', REQUEST))

  return new TextDecoder().decode(body ?? new ArrayBuffer(0))
}

/** Invokes from a client that has never been connected to anything. */
async function invokeAfresh(executionId: string): Promise<string> {
  await using client = await fleet.connect()

  return await invoke(client, executionId)
}

async function faultAfresh(executionId: string): Promise<Fault> {
  await using client = await fleet.connect()

  return await faultOf(client.invokeHandle(executionId, 'fetch', REQUEST))
}

/** Another replica than this one. */
function another(address: string): string {
  const found = [...fleet.replicas.keys()].find((each) => each !== address)
  assert.ok(found !== undefined)

  return found
}

test(
  'a handle is invoked from fresh clients, after the one it was granted to is gone',
  { skip },
  async () => {
    const granter = await fleet.connect()
    const executionId = await grant(granter)
    await granter.dispose()
    // Three times as many clients as replicas: were they led anywhere, most would miss.
    const counts = await Promise.all(Array.from({ length: 9 }, () => invokeAfresh(executionId)))
    assert.deepEqual(
      counts.map(Number).toSorted((left, right) => left - right),
      counts.map((_count, index) => index + 1),
    )
    await using last = await fleet.connect()
    await last.closeHandles(executionId)
    assert.equal((await faultAfresh(executionId)).code, 'HANDLES_CLOSED')
  },
)

test('a handle is still found while other replicas come and go', { skip }, async () => {
  await using granter = await fleet.connect()
  await using other = await fleet.connect()
  const executionId = await grant(granter)
  const home = replicaOf(executionId)
  assert.equal(await invoke(other, executionId), '1')
  await fleet.add('127.0.0.4')
  assert.equal(await invokeAfresh(executionId), '2')
  const leaving = another(home)
  await fleet.remove(leaving, 'SIGTERM')
  assert.equal(await invokeAfresh(executionId), '3')
  await fleet.add(leaving)
  assert.equal(await invokeAfresh(executionId), '4')
  assert.equal(await invoke(other, executionId), '5')
  await granter.closeHandles(executionId)
})

test(
  'a replica that drains serves its handles until it ends, to fresh clients too',
  { skip },
  async () => {
    await using client = await fleet.connect()
    const executionId = await grant(client)
    const home = replicaOf(executionId)
    const isHeld = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const held = client.execute({
      code: 'async () => desk.approve()',
      providers: [{ name: 'desk', tools: ['approve'] }],
      dispatch: async () => {
        isHeld.resolve()
        await release.promise

        return '{"result":"approved"}'
      },
    })
    await isHeld.promise
    const removed = fleet.remove(home, 'SIGTERM')
    await fleet.haproxy.untilReady([...fleet.replicas.keys()].filter((each) => each !== home))
    assert.equal(await invokeAfresh(executionId), '1')
    await using newcomer = await fleet.connect()
    assert.notEqual(await replicaOfClient(newcomer), home)
    release.resolve()
    assert.equal((await held).result, 'approved')
    assert.deepEqual(await removed, { code: 0, signal: null })
    const { code } = await faultAfresh(executionId)
    assert.ok(code === 'CONNECTION_BROKEN' || code === 'HANDLES_CLOSED', code)
    await fleet.add(home)
    assert.equal((await faultAfresh(executionId)).code, 'HANDLES_CLOSED')
  },
)

test(
  'handles of a killed replica end in a fault, for old clients and fresh ones',
  { skip },
  async () => {
    await using granter = await fleet.connect()
    await using other = await fleet.connect()
    const executionId = await grant(granter)
    const home = replicaOf(executionId)
    assert.equal(await invoke(other, executionId), '1')
    await fleet.remove(home, 'SIGKILL')
    const faults = await Promise.all(
      [granter, other].map((client) => faultOf(client.invokeHandle(executionId, 'fetch', REQUEST))),
    )
    for (const { code, message } of faults) {
      assert.equal(code, 'CONNECTION_BROKEN')
      assert.match(message, /broke\.$/)
    }
    assert.equal((await faultAfresh(executionId)).code, 'CONNECTION_BROKEN')
    await fleet.add(home)
    assert.equal((await faultAfresh(executionId)).code, 'HANDLES_CLOSED')
    // What it was connected to is gone, and it goes on all the same.
    assert.equal((await within(granter.execute({ code: 'async () => 1' }))).result, 1)
  },
)

test('an id that names no replica of the fleet leads nowhere', { skip }, async () => {
  const guess = '0'.repeat(32)
  const faults = await Promise.all(
    ['127.0.0.9', '0.0.0.0', 'localhost', '::1'].map((name) => faultAfresh(`${name}.${guess}`)),
  )
  assert.deepEqual([...new Set(faults.map(({ code }) => code))], ['CONNECTION_BROKEN'])
  const known = another('')
  assert.equal((await faultAfresh(`${known}.${guess}`)).code, 'HANDLES_CLOSED')
})
