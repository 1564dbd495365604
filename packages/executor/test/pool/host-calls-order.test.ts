// Whatever order things happen in, each call and request is answered exactly once, or never after the
// end, and every wait that began ends.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { reactions, responseOf, setUp, type Setup } from './host-calls-setup.ts'

const PLACES = 8

type Step = { kind: 'call' | 'request' | 'cancel' | 'succeed' | 'fail' | 'end'; place: number }
type Settle = { succeed: () => void; fail: () => void }

const kinds: Array<Step['kind']> = ['call', 'request', 'cancel', 'succeed', 'fail']

/** An end is rare, so that many runs of the test never meet one. */
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...kinds, ...kinds.slice(0, 2)) },
    { weight: 1, arbitrary: fc.constant<Step['kind']>('end') },
  ),
  place: fc.nat(PLACES - 1),
})

type Play = Setup & {
  /** What the caller's functions hold, oldest first. */
  held: Array<Settle>
  begun: Array<string>
}

function open(): Play {
  const held: Array<Settle> = []
  const hold = <Answer>(answer: Answer): Promise<Answer> =>
    new Promise((resolve, reject) => {
      held.push({ succeed: () => resolve(answer), fail: () => reject(new Error('refused')) })
    })
  const outbound = () => hold(responseOf('body'))

  return { ...setUp({ dispatch: () => hold('{"result":1}'), outbound }), held, begun: [] }
}

function take({ call, request, hostCalls, held, begun }: Play, { kind, place }: Step): void {
  const id = begun.length
  if (kind === 'call') {
    begun.push(`answer ${id}`)
    call(id)
  } else if (kind === 'request') {
    begun.push(`response ${id}`)
    request(id)
  } else if (kind === 'cancel') hostCalls.onCancel(place)
  else if (kind === 'end') hostCalls.end()
  else held.splice(place % Math.max(held.length, 1), 1)[0]?.[kind]()
}

/** What was answered, the failures as their successes. */
const answered = ({ sent }: Play): Array<string> =>
  sent.map(({ message }) =>
    'id' in message ? `${message.type.replace('-failed', '')} ${message.id}` : message.type,
  )

async function finish(play: Play): Promise<void> {
  await reactions()
  while (play.held.length > 0) {
    for (const { succeed } of play.held.splice(0)) succeed()
    // oxlint-disable-next-line no-await-in-loop -- what waited for a place begins after it
    await reactions()
  }
}

test('each is answered once, and every wait that began ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const play = open()
      let beforeEnd: Array<string> | undefined
      for (const one of steps) {
        take(play, one)
        if (one.kind === 'end') beforeEnd ??= answered(play)
        // oxlint-disable-next-line no-await-in-loop -- one step after the other
        if (one.place > PLACES / 2) await reactions()
      }
      await finish(play)
      const all = answered(play)
      if (beforeEnd === undefined) assert.deepEqual(all.toSorted(), play.begun.toSorted())
      else assert.deepEqual(all, beforeEnd)
      assert.equal(new Set(all).size, all.length)
      assert.equal(play.hostCalls.openWaits, 0)
      assert.equal(
        play.turns.reduce((sum, change) => sum + change, 0),
        0,
      )
    }),
  )
})
