// Links cut at random bytes under load: every call settles, as what is right or as a broken
// connection, no program starts twice, and the server is whole afterwards.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect, type RemoteExecutor } from '@supolka/cloudflare-codemode-executor'
import { serve } from '@supolka/codemode-executor-server'
import { ExecutorError } from '@supolka/codemode-executor-protocol'
import { randomNumbers } from '../endurance/random-numbers.ts'
import { until } from '../lifecycle/children.ts'
import { within } from '../lifecycle/settlement.ts'
import { countRequests } from './counting-server.ts'
import { drawLoad } from './cut-load.ts'
import { openProxy } from './proxy.ts'

const isFull = process.env['FULL'] !== undefined
const RUNS = isFull ? 2_000 : 300
const CLIENTS = 4
const LANES_PER_CLIENT = 3
/** Fewer bytes than a handshake takes, and more than several of the largest runs do. */
const CUT_BETWEEN: [number, number] = [150, 3_000_000]
const IDLE_HANDLES_MS = 4_000
const SEED = Number(process.env['SEED'] ?? 20_261_130)

test(`${RUNS} runs over links that are cut at random lose no call and run nothing twice`, async (t) => {
  const rejections: Array<unknown> = []
  const onRejection = (reason: unknown): number => rejections.push(reason)
  process.on('unhandledRejection', onRejection)
  await using counter = await countRequests()
  await using server = await serve({
    port: 0,
    workers: 3,
    handlesIdleTimeout: IDLE_HANDLES_MS,
    outboundPolicy: { allowPrivateAddresses: true },
  })
  await using proxy = await openProxy({
    port: server.address.port,
    mode: 'cut',
    seed: SEED,
    cutBetween: CUT_BETWEEN,
  })
  const random = randomNumbers(SEED)
  const tally: Record<string, number> = { right: 0, broken: 0, rejected: 0 }
  const begun = new Map<string, number>()
  const kinds = new Set<string>()
  const ids = Array.from({ length: RUNS }, (_, index) => index)

  const runOnce = async (executor: RemoteExecutor, index: number): Promise<void> => {
    const { name, load } = drawLoad(random())
    const id = `${name}-${index}`
    let isSettled = false
    const heard = (): void => assert.ok(!isSettled, `${id} was heard of after it had settled`)
    const run = load(executor, {
      id,
      counter: counter.url,
      onBegin: () => {
        heard()
        begun.set(id, (begun.get(id) ?? 0) + 1)
      },
      onHeard: heard,
    })
    try {
      assert.equal(await within(run), '', id)
      count(tally, 'right')
      kinds.add(name)
    } catch (failure) {
      if (!(failure instanceof ExecutorError)) throw failure
      assert.deepEqual([failure.code, failure.retryable], ['CONNECTION_BROKEN', true], id)
      count(tally, 'broken')
    } finally {
      isSettled = true
    }
  }
  const inLane = async (executor: RemoteExecutor): Promise<void> => {
    for (let index = ids.pop(); index !== undefined; index = ids.pop()) {
      // oxlint-disable-next-line no-await-in-loop -- a lane runs one after the other
      await runOnce(executor, index)
    }
  }
  const asClient = async (): Promise<void> => {
    await using executor = await connectAtLast(`ws://127.0.0.1:${proxy.port}/`, () =>
      count(tally, 'rejected'),
    )
    await Promise.all(Array.from({ length: LANES_PER_CLIENT }, () => inLane(executor)))
  }
  await Promise.all(Array.from({ length: CLIENTS }, () => asClient()))

  t.diagnostic(JSON.stringify({ ...tally, ...proxy.counters }))
  assert.ok((tally['right'] ?? 0) > RUNS / 10 && (tally['broken'] ?? 0) > RUNS / 20)
  assert.equal(kinds.size, 7, 'a run of every kind came through')
  assert.deepEqual(repeated(begun), [])
  assert.deepEqual(repeated(counter.counts), [])
  assert.deepEqual(
    [...counter.counts.keys()].filter((id) => !begun.has(id)),
    [],
  )

  await until('nothing runs, waits or is retained on the server', () => {
    const { queueDepth, workers } = server.report()

    return queueDepth + workers.running + workers.retained === 0
  })
  await using direct = await connect(server.url)
  assert.equal((await direct.execute({ code: `async () => 'canary'` })).result, 'canary')
  process.off('unhandledRejection', onRejection)
  assert.deepEqual(rejections, [])
})

const repeated = (counts: ReadonlyMap<string, number>): Array<[string, number]> =>
  [...counts].filter(([, times]) => times > 1)

function count(tally: Record<string, number>, name: string): void {
  tally[name] = (tally[name] ?? 0) + 1
}

/** A first connection may be cut as well: then it is rejected, and not to be retried by itself. */
async function connectAtLast(url: string, onRejected: () => void): Promise<RemoteExecutor> {
  const options = { minReconnectDelay: 1, maxReconnectDelay: 20 }
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      return await within(connect(url, options))
    } catch (failure) {
      if (!(failure instanceof ExecutorError)) throw failure
      assert.deepEqual([failure.code, failure.retryable], ['CONNECTION_REJECTED', false])
      onRejected()
    }
  }
}
