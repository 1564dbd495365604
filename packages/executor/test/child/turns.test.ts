import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createTurns } from '../../src/child/turns.ts'

const GRACE = 50

/** What has been settled is heard of only after its reactions ran. */
const reactions = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const refused = (): never => {
  throw new Error('A turn failed that should not.')
}

test('without an open turn rest is immediate', async () => {
  assert.equal(await createTurns(refused).rest(GRACE), true)
})

test('rest waits for the last open turn', async () => {
  const turns = createTurns(refused)
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  turns.begin(() => first.promise)
  turns.begin(() => second.promise)
  let rested: boolean | undefined
  const rest = turns.rest(60_000).then((isAtRest) => (rested = isAtRest))
  first.resolve()
  await reactions()
  assert.equal(rested, undefined)
  second.resolve()
  assert.equal(await rest, true)
})

test('a turn begun while others rest is waited for as well', async () => {
  const turns = createTurns(refused)
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  turns.begin(() => first.promise)
  let rested: boolean | undefined
  const rest = turns.rest(60_000).then((isAtRest) => (rested = isAtRest))
  turns.begin(() => second.promise)
  first.resolve()
  await reactions()
  assert.equal(rested, undefined)
  second.resolve()
  assert.equal(await rest, true)
})

test('a turn that does not end makes rest false once the grace is over', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const turns = createTurns(refused)
  const open = Promise.withResolvers<void>()
  turns.begin(() => open.promise)
  let rested: boolean | undefined
  const rest = turns.rest(GRACE).then((isAtRest) => (rested = isAtRest))
  mock.timers.tick(GRACE - 1)
  await reactions()
  assert.equal(rested, undefined)
  mock.timers.tick(1)
  assert.equal(await rest, false)
  open.resolve()
  await reactions()
  assert.equal(await turns.rest(GRACE), true)
})

test('a turn that rejects is over, and tells onFailure and nobody else', async () => {
  let failures = 0
  const turns = createTurns(() => {
    failures += 1
  })
  turns.begin(() => Promise.reject(new Error('of the guest')))
  turns.begin(() => Promise.resolve('done'))
  assert.equal(await turns.rest(60_000), true)
  assert.equal(failures, 1)
})

test('a turn that onFailure begins is counted before the failed one ends', async () => {
  const probe = Promise.withResolvers<void>()
  const turns = createTurns(() => turns.begin(() => probe.promise))
  turns.begin(() => Promise.reject(new Error('of the guest')))
  let rested: boolean | undefined
  const rest = turns.rest(60_000).then((isAtRest) => (rested = isAtRest))
  await reactions()
  assert.equal(rested, undefined)
  probe.resolve()
  assert.equal(await rest, true)
})
