// The dialect's durable runtime over the adapter: what a replay takes from the record, and what it does again.

import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { createCodemodeExecutor } from '@supolka/cloudflare-codemode-executor/codemode'
import { onEachExecutor } from '../on-each-executor.ts'
import { openDurableHost, type DurableHost } from './durable-host.ts'
import { completed, errorOf, paused } from './outputs.ts'

const CREATE = `async () => await items.create_item({ title: 'hello' })`

onEachExecutor((executor) => {
  const adapter = createCodemodeExecutor(executor)
  const open = (): ReturnType<typeof openDurableHost> => openDurableHost(adapter)

  test('a read is replayed and not made again', async () => {
    const { run, runtime, connector } = open()
    const { executionId } = paused(
      await run(`async () => {
        const before = await items.list_items()
        await items.create_item({ title: 'x' })
        return before.length
      }`),
    )
    equal(completed(await runtime.approve({ executionId })).result, 0)
    equal(connector.lists, 1)
  })

  test('other arguments in a replay are an error, and nothing waits any more', async () => {
    const { run, runtime, connector } = open()
    const { executionId } = paused(
      await run(`async () => await items.create_item({ title: 't' + Math.random() })`),
    )
    match(errorOf(await runtime.approve({ executionId })), /divergence/i)
    deepEqual(connector.created, [])
    deepEqual(await runtime.pending(), [])
    deepEqual(await runtime.pending(executionId), [])
  })

  test('a step makes what is random the same in a replay', async () => {
    const { run, runtime, connector } = open()
    const { executionId } = paused(
      await run(`async () => {
        const r = await codemode.step('rand', () => Math.random())
        return items.create_item({ title: 't' + r })
      }`),
    )
    completed(await runtime.approve({ executionId }))
    equal(connector.created.length, 1)
  })

  test('what is not to be recorded is done again in each pass', async () => {
    const { run, runtime } = open()
    const { executionId } = paused(
      await run(`async () => {
        const counted = await items.read_counter()
        await items.create_item({ title: 't' })
        return counted
      }`),
    )
    deepEqual(completed(await runtime.approve({ executionId })).result, { reads: 2 })
  })

  test('recorded bytes are bytes again in a replay', async () => {
    const { run, runtime, connector } = open()
    const { executionId } = paused(
      await run(`async () => {
        const bytes = await items.get_bytes()
        await items.create_item({ title: 'b' })
        return [bytes instanceof Uint8Array, Array.from(bytes)]
      }`),
    )
    deepEqual(completed(await runtime.approve({ executionId })).result, [true, [1, 2, 3, 4, 5]])
    equal(connector.byteReads, 1)
  })

  const pausedAndEvicted = async (): Promise<{ executionId: string; evicted: DurableHost }> => {
    const { run, evict } = open()
    const { executionId } = paused(
      await run(`async () => {
        const list = await items.list_items()
        const bytes = await items.get_bytes()
        return [list.length, Array.from(bytes), await items.create_item({ title: 'x' })]
      }`),
    )

    return { executionId, evicted: evict() }
  }

  test('after an eviction reads replay for a fresh connector, bytes too', async () => {
    const { executionId, evicted } = await pausedAndEvicted()
    const { runtime, connector } = evicted
    const { result } = completed(await runtime.approve({ executionId }))
    deepEqual(result, [0, [1, 2, 3, 4, 5], { id: 1, title: 'x' }])
    deepEqual([connector.lists, connector.byteReads], [0, 0])
  })

  test('after an eviction the fresh connector hears of the end', async () => {
    const { executionId, evicted } = await pausedAndEvicted()
    const { runtime, connector } = evicted
    await runtime.approve({ executionId })
    deepEqual(connector.disposed, [{ executionId, status: 'completed' }])
  })

  test('after an eviction what waits can still be rejected', async () => {
    const before = open()
    const { executionId } = paused(await before.run(CREATE))
    const { runtime, connector } = before.evict()
    equal(await runtime.reject({ seq: 0, executionId }), true)
    deepEqual(connector.disposed, [{ executionId, status: 'rejected' }])
    deepEqual(await runtime.pending(), [])
  })
})
