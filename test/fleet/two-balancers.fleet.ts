// Two balancers before one fleet, as a cluster has them: neither knows anything that the other does not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '@supolka/cloudflare-codemode-executor'
import { faultOf, within } from '../lifecycle/settlement.ts'
import { grant } from './replica-of-client.ts'
import { startFleet } from './start-fleet.ts'
import { skip } from './start-haproxy.ts'
import { TOKEN } from './start-replica.ts'

const REQUEST = { method: 'GET', url: 'http://handler.test/', headers: [], body: null }

test(
  'a balancer that ends takes its connections along, and the handles stay with the other one',
  { skip },
  async () => {
    await using fleet = await startFleet(['127.0.0.1', '127.0.0.2', '127.0.0.3'])
    const second = await fleet.addBalancer()
    await using first = await fleet.connect()
    const executionId = await grant(first)
    await using other = await connect(second.url, { token: TOKEN })
    assert.equal((await within(other.invokeHandle(executionId, 'fetch', REQUEST))).status, 200)

    const isHeld = Promise.withResolvers<void>()
    const held = faultOf(
      first.execute({
        code: 'async () => desk.approve()',
        providers: [{ name: 'desk', tools: ['approve'] }],
        dispatch: async () => {
          isHeld.resolve()

          return await new Promise(() => undefined)
        },
      }),
    )
    await isHeld.promise
    await fleet.haproxy.end('SIGTERM')
    const { code, retryable, dispatched } = await held
    assert.deepEqual(
      { code, retryable, dispatched },
      {
        code: 'CONNECTION_BROKEN',
        retryable: true,
        dispatched: 1,
      },
    )
    assert.equal((await within(other.invokeHandle(executionId, 'fetch', REQUEST))).status, 200)
    await other.closeHandles(executionId)
  },
)
