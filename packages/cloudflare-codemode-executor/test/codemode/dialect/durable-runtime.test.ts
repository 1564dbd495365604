// The dialect's durable runtime over the adapter: what a run pauses for, and what then becomes of it.

import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createCodemodeExecutor } from '@supolka/cloudflare-codemode-executor/codemode'
import { onEachExecutor } from '../on-each-executor.ts'
import { openDurableHost } from './durable-host.ts'
import { completed, errorOf, paused } from './outputs.ts'

const CREATE = `async () => await items.create_item({ title: 'hello' })`

onEachExecutor((executor) => {
  const adapter = createCodemodeExecutor(executor)
  const open = (): ReturnType<typeof openDurableHost> => openDurableHost(adapter)

  test('a read of a connector completes', async () => {
    const { run } = open()
    deepEqual(completed(await run('async () => await items.list_items()')).result, [])
  })

  test('the description names the globals and their hints', () => {
    const { description } = open().runtime.tool({ connectorHints: { items: 'the store' } })
    match(description, /The ONLY globals are `items` and `codemode`/)
    match(description, /- `items` — the store/)
  })

  test('a global that is not there is named beside those that are', async () => {
    const { run } = open()
    const error = errorOf(await run(`async () => await host.writeFile({ path: '/a' })`))
    match(error, /host is not defined .*: items, codemode\)/)
  })

  test('a call that needs approval pauses the run, and is applied once after it', async () => {
    const { run, runtime, connector } = open()
    const { executionId, pending } = paused(await run(CREATE))
    deepEqual(
      pending.map(({ connector: name, method, args }) => [name, method, args]),
      [['items', 'create_item', { title: 'hello' }]],
    )
    deepEqual(connector.created, [])
    deepEqual(completed(await runtime.approve({ executionId })).result, { id: 1, title: 'hello' })
    deepEqual(connector.created, [{ title: 'hello' }])
  })

  test('the log of calls is in the output of the pause and of the end', async () => {
    const { run, runtime } = open()
    const first = paused(
      await run(`async () => {
        await items.list_items()
        return items.create_item({ title: 'logged' })
      }`),
    )
    deepEqual(
      first.calls?.map(({ method, state }) => [method, state]),
      [
        ['list_items', 'applied'],
        ['create_item', 'pending'],
      ],
    )
    const { calls } = completed(await runtime.approve({ executionId: first.executionId }))
    deepEqual(calls?.at(1)?.result, { id: 1, title: 'logged' })
  })

  test('a rejected action ends the run unapplied', async () => {
    const { run, runtime, connector } = open()
    const { executionId, pending } = paused(await run(CREATE))
    equal(await runtime.reject({ seq: pending[0]?.seq ?? -1, executionId }), true)
    const [execution] = await runtime.executions()
    equal(execution?.status, 'rejected')
    deepEqual(await runtime.pending(), [])
    deepEqual(connector.created, [])
  })

  test('no approval revives a run that has ended', async () => {
    const { run, runtime, connector } = open()
    const { executionId, pending } = paused(await run(CREATE))
    await runtime.reject({ seq: pending[0]?.seq ?? -1, executionId })
    match(errorOf(await runtime.approve({ executionId })), /not paused/)
    deepEqual(connector.created, [])
  })

  test('a rollback undoes applied actions from the last to the first', async () => {
    const { run, runtime, connector } = open()
    const { executionId } = paused(
      await run(`async () => {
        await items.add_note({ text: 'first' })
        return items.create_item({ title: 'second' })
      }`),
    )
    completed(await runtime.approve({ executionId }))
    deepEqual(connector.notes, ['first'])
    await runtime.rollback({ executionId })
    deepEqual(connector.deleted, [{ id: 1, title: 'second' }])
    deepEqual(connector.notes, ['reverted'])
    deepEqual(connector.reverted, ['create_item', 'add_note'])
    equal((await runtime.executions())[0]?.status, 'rolled_back')
  })

  test('a program that swallows the pause applies nothing', async () => {
    const { run, connector } = open()
    const { pending } = paused(
      await run(`async () => {
        try { await items.create_item({ title: 'one' }) } catch {}
        try { await items.create_item({ title: 'two' }) } catch {}
        return 'done'
      }`),
    )
    deepEqual(
      pending.map(({ args }) => args),
      [{ title: 'one' }],
    )
    deepEqual(connector.created, [])
  })

  test('what waits for approval is listed across runs', async () => {
    const { run, runtime } = open()
    paused(await run(CREATE))
    paused(await run(`async () => await items.create_item({ title: 'other' })`))
    deepEqual(
      (await runtime.pending()).map(({ args }) => (args as { title: string }).title).toSorted(),
      ['hello', 'other'],
    )
  })

  test('a rejection that races an approved action does nothing', async () => {
    const { facet } = open()
    const id = await facet.begin('async () => {}')
    const decide = (): ReturnType<typeof facet.decide> =>
      facet.decide(id, 0, 'items', 'create_item', {}, true)
    await decide()
    await facet.resume(id)
    equal((await decide()).kind, 'execute')
    equal(await facet.reject(0, id), false)
    equal((await facet.getExecution(id))?.log[0]?.state, 'executing')
  })

  test('a connector that throws ends the run with its message, and leaves no rejection unhandled', async (t) => {
    const { run, runtime } = open()
    const unhandled = t.mock.fn()
    process.on('unhandledRejection', unhandled)
    t.after(() => process.off('unhandledRejection', unhandled))
    // The dialect prints it as well.
    t.mock.method(console, 'error', () => {})
    match(errorOf(await run('async () => { await items.boom() }')), /: connector boom$/)
    equal((await runtime.executions())[0]?.status, 'error')
    await setImmediate()
    equal(unhandled.mock.callCount(), 0)
  })

  test('two runs at the same time are independent', async () => {
    const { run, runtime } = open()
    const outputs = await Promise.all(
      ['A', 'B'].map((name) => run(`async () => { await items.list_items(); return '${name}' }`)),
    )
    deepEqual(
      outputs.map((output) => completed(output).result),
      ['A', 'B'],
    )
    equal(new Set((await runtime.executions()).map(({ id }) => id)).size, 2)
  })

  test('a transformation shapes the result of a run and of its continuation', async () => {
    const { other } = open()
    const runtime = other({ transformResult: (result) => ({ shaped: result }) })
    const read = await runtime.execute({ code: 'async () => await items.list_items()' })
    deepEqual(completed(read).result, { shaped: [] })
    const executionId = paused(await runtime.execute({ code: CREATE })).executionId
    deepEqual(completed(await runtime.approve({ executionId })).result, {
      shaped: { id: 1, title: 'hello' },
    })
    deepEqual((await runtime.executions())[0]?.result, { id: 1, title: 'hello' })
  })
})
