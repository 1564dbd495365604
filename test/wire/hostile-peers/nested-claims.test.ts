// Executions that say they come from a tool of a run that is open: believed only of a peer that has one,
// and then only so far.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '@supolka/cloudflare-codemode-executor'
import { serve } from '@supolka/codemode-executor-server'
import { until } from '../../lifecycle/children.ts'
import { gate } from '../../lifecycle/gate.ts'
import { isSettled, within } from '../../lifecycle/settlement.ts'
import { execution, list, openPeer, stub } from './peer.ts'

const nested = { nested: true }
const returning = execution('async () => 1', list(), nested)
const asking = 'async () => tools.ask()'
const providers = list({ name: 'tools', tools: list('ask') })

test('a peer without a run that waits for it waits in line, whatever it claims', async () => {
  await using server = await serve({ port: 0, workers: 1 })
  await using honest = await connect(server.url)
  const { run, reached, open } = gate()
  const waiting = honest.execute(run)
  await within(reached)
  await using peer = await openPeer(server.url)
  const id = peer.call('execute', ...returning)
  await until('it waits', () => server.report().queueDepth === 1)
  const answer = peer.answerTo(id)
  assert.equal(await isSettled(answer), false)
  open()
  assert.equal((await within(waiting)).result, 'through')
  assert.partialDeepStrictEqual(await answer, { resultJson: '1' })
})

test('a peer that has one goes first, and waits in line again once that run is over', async () => {
  await using server = await serve({ port: 0, workers: 1 })
  await using peer = await openPeer(server.url)
  const outer = peer.call('execute', ...execution(asking, providers, {}, stub(-1)))
  await peer.heard(([kind]) => kind === 'push')
  assert.partialDeepStrictEqual(await peer.answerTo(peer.call('execute', ...returning)), {
    resultJson: '1',
  })
  peer.send(['resolve', 1, '{"result":7}'])
  assert.partialDeepStrictEqual(await peer.answerTo(outer), { resultJson: '7' })

  await using honest = await connect(server.url)
  const { run, reached, open } = gate()
  const waiting = honest.execute(run)
  await within(reached)
  const id = peer.call('execute', ...returning)
  await until('it waits', () => server.report().queueDepth === 1)
  open()
  await within(waiting)
  assert.partialDeepStrictEqual(await peer.answerTo(id), { resultJson: '1' })
})
