// The dialect's durable runtime over the adapter: what is too large to keep, and how long runs are kept.

import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createCodemodeExecutor } from '@supolka/cloudflare-codemode-executor/codemode'
import { onEachExecutor } from '../on-each-executor.ts'
import { openDurableHost } from './durable-host.ts'
import { completed, errorOf, paused } from './outputs.ts'

const CREATE = `async () => await items.create_item({ title: 'hello' })`

onEachExecutor((executor) => {
  const adapter = createCodemodeExecutor(executor)
  const open = (): ReturnType<typeof openDurableHost> => openDurableHost(adapter)

  test('an answer that is too large to record fails the run in words', async () => {
    const output = await open().run('async () => (await items.big_result()).length')
    ok(output.status === 'error')
    match(output.error, /too large to record durably/)
  })

  test('a result that is too large to record is given all the same', async () => {
    const { run, runtime } = open()
    equal(completed(await run(`async () => 'y'.repeat(1_100_000)`)).result, 'y'.repeat(1_100_000))
    match(String((await runtime.executions())[0]?.result), /omitted from the audit trail/)
  })

  test('code that is too large to record is refused', async () => {
    const { run, runtime } = open()
    const output = await run(`async () => { /* ${'x'.repeat(1_000_001)} */ return 1 }`)
    ok(output.status === 'error')
    match(output.error, /too large to record durably/)
    deepEqual(await runtime.executions(), [])
  })

  test('runtimes of two names have histories of their own', async () => {
    const { run, runtime, other } = open()
    await run(`async () => 'default'`)
    const second = other({ name: 'other' })
    await second.execute({ code: `async () => 'other'` })
    deepEqual(
      (await runtime.executions()).map(({ result }) => result),
      ['default'],
    )
    deepEqual(
      (await second.executions()).map(({ result }) => result),
      ['other'],
    )
  })

  test('a paused run that nobody comes back to expires', async () => {
    const { run, runtime, connector } = open()
    const { executionId } = paused(await run(CREATE))
    deepEqual(await runtime.expirePaused({ maxAgeMs: 60_000 }), [])
    // The runtime compares whole milliseconds.
    await setTimeout(2)
    deepEqual(await runtime.expirePaused({ maxAgeMs: 0 }), [executionId])
    deepEqual(connector.disposed, [{ executionId, status: 'rejected' }])
    deepEqual(await runtime.expirePaused({ maxAgeMs: 0 }), [])
    equal((await runtime.executions())[0]?.status, 'rejected')
    match(errorOf(await runtime.approve({ executionId })), /not paused/)
  })

  test('a run whose host went away in the middle expires', async () => {
    const { runtime, facet } = open()
    const abandoned = await facet.begin('async () => 1')
    deepEqual(await runtime.expirePaused({ maxAgeMs: 60_000 }), [])
    await setTimeout(2)
    deepEqual(await runtime.expirePaused({ maxAgeMs: 0 }), [abandoned])
    equal((await runtime.executions())[0]?.status, 'error')
  })

  test('old runs that have ended are pruned', async () => {
    const { other } = open()
    const runtime = other({ maxExecutions: 2 })
    for (let index = 0; index < 5; index += 1) {
      // oxlint-disable-next-line no-await-in-loop -- each begins when the one before has ended
      completed(await runtime.execute({ code: `async () => ${index}` }))
    }
    ok((await runtime.executions()).length <= 3)
  })

  test('a run that is deleted is gone', async () => {
    const { run, runtime } = open()
    const { executionId } = completed(await run('async () => 1'))
    equal(await runtime.deleteExecution(executionId), true)
    deepEqual(await runtime.executions(), [])
  })
})
