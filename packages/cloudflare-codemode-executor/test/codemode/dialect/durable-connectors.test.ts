// The dialect's durable runtime over the adapter: what connectors hear of the runs that use them.

import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { createCodemodeExecutor } from '@supolka/cloudflare-codemode-executor/codemode'
import { onEachExecutor } from '../on-each-executor.ts'
import { openDurableHost } from './durable-host.ts'
import { completed, errorOf, paused } from './outputs.ts'

const CREATE = `async () => await items.create_item({ title: 'hello' })`

onEachExecutor((executor) => {
  const adapter = createCodemodeExecutor(executor)
  const open = (): ReturnType<typeof openDurableHost> => openDurableHost(adapter)

  test('a tool hears which execution it works for', async () => {
    const output = await open().run('async () => await items.session_id()')
    deepEqual(completed(output).result, { executionId: output.executionId })
  })

  test('connectors hear once that a run has completed', async () => {
    const { run, connector } = open()
    const { executionId } = completed(await run('async () => await items.list_items()'))
    deepEqual(connector.disposed, [{ executionId, status: 'completed' }])
  })

  test('connectors hear of no end while a run is paused', async () => {
    const { run, runtime, connector } = open()
    const { executionId } = paused(await run(CREATE))
    deepEqual(connector.disposed, [])
    await runtime.approve({ executionId })
    deepEqual(connector.disposed, [{ executionId, status: 'completed' }])
  })

  test('connectors hear of the end of each pass', async () => {
    const { run, runtime, connector } = open()
    const { executionId } = paused(await run(CREATE))
    deepEqual(connector.passEnds, [{ executionId, status: 'paused' }])
    await runtime.approve({ executionId })
    deepEqual(connector.passEnds, [
      { executionId, status: 'paused' },
      { executionId, status: 'completed' },
    ])
  })

  test('connectors hear of a rejection', async () => {
    const { run, runtime, connector } = open()
    const { executionId } = paused(await run(CREATE))
    equal(await runtime.reject({ seq: 0, executionId }), true)
    deepEqual(connector.disposed, [{ executionId, status: 'rejected' }])
  })

  test('connectors hear nothing of a rejection that came for nothing', async () => {
    const { run, runtime, connector } = open()
    const { executionId } = paused(await run(CREATE))
    equal(await runtime.reject({ seq: 999, executionId }), false)
    deepEqual(connector.disposed, [])
  })

  test('connectors hear of a rollback', async () => {
    const { run, runtime, connector } = open()
    const code = `async () => await items.add_note({ text: 'hi' })`
    const { executionId } = completed(await run(code))
    await runtime.rollback({ executionId })
    deepEqual(
      connector.disposed.map(({ status }) => status),
      ['completed', 'rolled_back'],
    )
  })

  test('a deleted run that was paused lets go of what it held', async () => {
    const { run, runtime, connector } = open()
    const { executionId } = paused(await run(CREATE))
    equal(await runtime.deleteExecution(executionId), true)
    deepEqual(connector.disposed, [{ executionId, status: 'rejected' }])
  })

  test('a run does not go on without its connectors', async () => {
    const { run, runtime, other } = open()
    const { executionId } = paused(await run(CREATE))
    const bare = other({ connectors: [] })
    match(errorOf(await bare.approve({ executionId })), /requires connector\(s\) "items"/)
    equal((await runtime.approve({ executionId })).status, 'completed')
  })
})
