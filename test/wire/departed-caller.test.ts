// A caller that goes away: its runs end on the server, and its handles stay, without what only it could
// give.

import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { connect, type RemoteExecutor } from '@supolka/cloudflare-codemode-executor'
import type { ExecuteRequest } from '@supolka/codemode-executor-protocol'
import { requestTo, responseOf } from '../contract/exchanges.ts'
import { until } from '../lifecycle/children.ts'
import { faultOf, within } from '../lifecycle/settlement.ts'
import { openSwitched, SOON, type Switched } from './switched.ts'

const one = { code: 'async () => 1' }

suite('a caller that goes away', () => {
  const ways: Array<[way: string, go: (parts: Switched) => unknown]> = [
    ['by disposing its client', ({ executor }) => executor.dispose()],
    ['by losing its connection', ({ line }) => line.cut()],
  ]

  for (const [way, go] of ways) {
    test(`${way} ends its runs, started and queued, and its tools are called no more`, async () => {
      await using parts = await openSwitched(SOON, { workers: 2 })
      const { executor, server } = parts
      let calls = 0
      const waits = Promise.withResolvers<void>()
      const run: ExecuteRequest = {
        code: 'async () => { for (;;) await tools.step() }',
        providers: [{ name: 'tools', tools: ['step'] }],
        dispatch: async () => {
          calls += 1
          if (calls >= 20) waits.resolve()

          return '{"result":1}'
        },
      }
      const looping = { code: 'async () => { for (;;) {} }', timeout: null }
      const faults = [run, looping, one].map((request) => faultOf(executor.execute(request)))
      await waits.promise
      await go(parts)
      const codes = (await Promise.all(faults)).map(({ code }) => code)
      assert.deepEqual(codes, ['CONNECTION_BROKEN', 'CONNECTION_BROKEN', 'CONNECTION_BROKEN'])
      const called = calls
      await until('no run is left', () => {
        const { queueDepth, workers } = server.report()

        return queueDepth === 0 && workers.running === 0
      })
      assert.equal(calls, called)
    })

    test(`${way} leaves its handles serving, but for the function that it lent`, async () => {
      await using parts = await openSwitched(SOON, { workers: 2 })
      const { executor, server } = parts
      let fetched = 0
      const { executionId = '' } = await executor.execute({
        code: `async () => {
          let count = 0
          return async ({ url }) => {
            count += 1
            if (!url.endsWith('/fetch')) return new Response(String(count))
            return fetch('https://a.test/').catch(({ name, message }) => new Response(name + ': ' + message))
          }
        }`,
        retainHandles: true,
        outbound: async () => {
          fetched += 1

          return responseOf('fetched')
        },
      })
      const textOf = async (client: RemoteExecutor, path: string): Promise<string> => {
        const { body } = await within(client.invokeHandle(executionId, 'fetch', requestTo(path)))

        return new TextDecoder().decode(body)
      }
      assert.equal(await textOf(executor, '/fetch'), 'fetched')
      await go(parts)
      await using other = await connect(server.url)
      assert.equal(await textOf(other, '/count'), '2')
      const told = await textOf(other, '/fetch')
      assert.equal(
        told,
        'TypeError: The caller that lent its outbound function to this execution is gone. Answer without fetching.',
      )
      assert.equal(await textOf(other, '/count'), '4')
      assert.equal(fetched, 1)
      await other.closeHandles(executionId)
    })
  }
})
