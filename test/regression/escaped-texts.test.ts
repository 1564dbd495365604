// Texts within their bound that JSON makes six times as long: they once broke the framing between host
// and child, so that a program could end its child and make `execute` reject.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestTo } from '../contract/exchanges.ts'
import { rejection } from '../contract/outcomes.ts'
import { openExecutor } from '../lifecycle/open-executor.ts'

const MOST = 8_388_608

test('an error of 8 MiB arrives, whatever its characters', async () => {
  await using executor = openExecutor({ workers: 1 })
  for (const character of ['\u0001', '"', 'x']) {
    const literal = JSON.stringify(character)
    // oxlint-disable-next-line no-await-in-loop -- the texts are large
    const { error } = await executor.execute({
      code: `async () => { throw new Error(${literal}.repeat(${MOST})) }`,
    })
    assert.ok(error === character.repeat(MOST))
  }
})

test('a tool name of control characters arrives', async () => {
  await using executor = openExecutor({ workers: 1 })
  const name = '\u0001'.repeat(MOST - 100)
  const { result } = await executor.execute({
    code: `async () => store['\\u0001'.repeat(${name.length})]()`,
    providers: [{ name: 'store', tools: [] }],
    dispatch: async (_provider, tool) => `{"result":${tool === name}}`,
  })
  assert.equal(result, true)
})

test('a handler that throws control characters rejects with them', async () => {
  await using executor = openExecutor({ workers: 1 })
  const { executionId = '' } = await executor.execute({
    code: `async () => () => { throw new Error('\\u0001'.repeat(${MOST})) }`,
    retainHandles: true,
  })
  const { message } = await rejection(executor.invokeHandle(executionId, 'fetch', requestTo('/')))
  assert.ok(message === '\u0001'.repeat(MOST))
})
