// What the record of the dialect's durable runtime keeps of values. A program's own values cross as JSON
// with bytes, so what JSON cannot carry is put to the runtime directly, as its host does.

import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { createCodemodeExecutor } from '@supolka/cloudflare-codemode-executor/codemode'
import { onEachExecutor } from '../on-each-executor.ts'
import { openDurableHost, type DurableHost } from './durable-host.ts'
import { completed } from './outputs.ts'

type Facet = DurableHost['facet']

/** Records an answer, and gives what a replay takes from the record. */
async function replayOf(facet: Facet, args: unknown, answer: unknown): Promise<unknown> {
  const id = await facet.begin('async () => {}')
  await facet.decide(id, 0, 'items', 'list_items', args, false)
  await facet.recordResult(id, 0, answer)

  return facet.decide(id, 0, 'items', 'list_items', args, false)
}

onEachExecutor((executor) => {
  const adapter = createCodemodeExecutor(executor)
  const open = (): DurableHost => openDurableHost(adapter)

  test('the record keeps a BigInt at any depth', async () => {
    const answer = { id: 2n ** 64n, nested: [{ id: -1n }] }
    deepEqual(await replayOf(open().facet, {}, answer), { kind: 'replay', result: answer })
  })

  test('the record keeps bytes at any depth, beside a BigInt', async () => {
    const answer = {
      file: Uint8Array.of(0, 255),
      rest: [{ buffer: Uint8Array.of(7).buffer, size: 1n }],
    }
    deepEqual(await replayOf(open().facet, {}, answer), { kind: 'replay', result: answer })
  })

  test('the record tells an answer of undefined from one of null', async () => {
    const { facet } = open()
    deepEqual(await replayOf(facet, {}, undefined), { kind: 'replay', result: undefined })
    deepEqual(await replayOf(facet, {}, null), { kind: 'replay', result: null })
  })

  test('the record tells a program’s result of undefined from one of null', async () => {
    const { run, runtime } = open()
    equal(completed(await run('async () => {}')).result, undefined)
    equal((await runtime.executions())[0]?.result, undefined)
    equal(completed(await run('async () => null')).result, null)
    ok((await runtime.executions()).some(({ result }) => result === null))
  })

  test('an answer that holds itself fails the run in words', async () => {
    const { facet } = open()
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    const id = await facet.begin('async () => {}')
    await facet.decide(id, 0, 'items', 'list_items', {}, false)
    await facet.recordResult(id, 0, cycle)
    const execution = await facet.getExecution(id)
    equal(execution?.status, 'error')
    match(execution.error ?? '', /could not be recorded durably \(not serializable: .*circular/)
  })
})
