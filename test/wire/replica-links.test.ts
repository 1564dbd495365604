// Handles of several replicas behind one address: each is asked for by name, over a connection of its own,
// unless the main one leads to it already.

import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { connect, type RemoteExecutor } from '@supolka/cloudflare-codemode-executor'
import { serve } from '@supolka/codemode-executor-server'
import { REPLICA_PARAMETER } from '@supolka/codemode-executor-protocol'
import { grant } from '../contract/granted.ts'
import { until } from '../lifecycle/children.ts'
import { faultOf, within } from '../lifecycle/settlement.ts'

type Sockets = { asked: Array<string | null>; open: () => Array<string | null> }

/** A client that notes which replica each of its sockets asks for. */
async function connectNoting(url: string): Promise<{ executor: RemoteExecutor } & Sockets> {
  const sockets: Array<[replica: string | null, socket: WebSocket]> = []
  const executor = await connect(url, {
    openSocket: (address) => {
      const socket = new WebSocket(address)
      sockets.push([new URL(address).searchParams.get(REPLICA_PARAMETER), socket])

      return socket
    },
  })
  const open = (): Array<string | null> =>
    sockets
      .filter(([, { readyState }]) => readyState === WebSocket.OPEN)
      .map(([replica]) => replica)

  return {
    executor,
    open,
    get asked() {
      return sockets.map(([replica]) => replica)
    },
  }
}

/** Asks a replica for handles that nobody holds. */
async function ask(executor: RemoteExecutor, replica: string): Promise<void> {
  assert.equal((await faultOf(executor.closeHandles(`${replica}.none`))).code, 'HANDLES_CLOSED')
}

suite('a handle of a replica', () => {
  test('is reached over the main connection when that leads to it', async () => {
    await using server = await serve({ port: 0, workers: 1, replica: 'one' })
    const client = await connectNoting(server.url)
    await using executor = client.executor
    const granted = await grant(executor, { code: `async () => () => new Response('x')` })
    assert.match(granted.executionId, /^one\./)
    assert.equal(await granted.text('/'), 'x')
    await granted.close()
    assert.deepEqual(client.asked, [null])
  })

  test('is asked for by name otherwise, once for all its calls, whatever the name holds', async () => {
    // A server without a name takes connections for all names.
    await using server = await serve({ port: 0, workers: 1 })
    const client = await connectNoting(`${server.url}?zone=a&${REPLICA_PARAMETER}=old`)
    await using executor = client.executor
    for (const replica of ['two', 'two', 'a.b:c-d_e', 'ä/&?=#', 'two']) {
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      await ask(executor, replica)
    }
    assert.deepEqual(client.asked, ['old', 'two', 'a.b:c-d_e', 'ä/&?=#'])
    await Promise.all(Array.from({ length: 10 }, () => ask(executor, 'three')))
    assert.equal(client.asked.length, 5)
  })

  test('has its connection given up when more than 64 others were used since', async () => {
    await using server = await serve({ port: 0, workers: 1 })
    const client = await connectNoting(server.url)
    await using executor = client.executor
    for (let index = 0; index < 64; index += 1) {
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await ask(executor, `r${index}`)
    }
    await ask(executor, 'r0')
    await ask(executor, 'r64')
    await until('one connection is given up', () => client.open().length === 65)
    assert.equal(client.asked.length, 66)
    assert.deepEqual(client.open().slice(0, 3), [null, 'r0', 'r2'])
    await ask(executor, 'r1')
    assert.equal(client.asked.length, 67)
  })
})

test('a client that is disposed ends all its connections, the ones that are being opened included', async () => {
  await using server = await serve({ port: 0, workers: 1 })
  const client = await connectNoting(server.url)
  const { executor } = client
  await ask(executor, 'one')
  const opening = faultOf(executor.closeHandles('two.none'))
  // A step later its socket is asked for, and it takes more than a step to open.
  // oxlint-disable-next-line no-await-in-loop -- one step after the other
  while (client.asked.length < 3) await Promise.resolve()
  await within(executor.dispose(), 5_000)
  assert.equal((await opening).message, 'RemoteExecutor is closed')
  assert.deepEqual(client.open(), [])
  assert.deepEqual(client.asked, [null, 'one', 'two'])
})
