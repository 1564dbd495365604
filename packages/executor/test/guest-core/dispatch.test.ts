import assert from 'node:assert/strict'
import { afterEach, beforeEach, suite, test } from 'node:test'
import { bundleGuest, openGuest, type Guest } from './isolate.ts'

const MAX_OPEN_CALLS = 1_024
const PAYLOAD_LIMIT = 8_388_608

const bundle = await bundleGuest(`
import { answers, crossings } from './fixtures/fake-bridge.ts'
import { dispatchCall, settleCall } from '../../src/guest/dispatch.ts'
import { runState } from '../../src/guest/run-state.ts'
const calls = () => crossings.flatMap(([, ...fields]) =>
  Array.from({ length: fields.length / 4 }, (_, index) => fields.slice(index * 4, index * 4 + 4)))
/** Long texts as their length, so that an answer stays readable. */
const show = (value) => JSON.stringify(value, (_, one) =>
  typeof one === 'string' && one.length > 200 ? one.length : one)
const settled = (promise) => promise.then((value) => ['resolved', value],
  (error) => ['rejected', error.name, error.message])
Object.assign(globalThis, { answers, crossings, dispatchCall, settleCall, runState, calls, show, settled })
`)

let guest: Guest
beforeEach(async () => {
  guest = await openGuest(bundle)
})
afterEach(() => guest.dispose())

const answer = async (body: string): Promise<unknown> => JSON.parse(await guest.runAsync(body))

suite('dispatchCall', () => {
  test('the first call of a turn leaves at once, the ones after it together', async () => {
    const crossed = await answer(`
      dispatchCall('a', 'x', '1')
      const first = show(crossings)
      dispatchCall('b', 'y')
      dispatchCall('c', 'z', '')
      const second = show(crossings)
      await null; await null; await null
      dispatchCall('d', 'w', '[]')
      return show([JSON.parse(first), JSON.parse(second).length, crossings])`)
    const first = ['calls', 1, 'a', 'x', '1']
    assert.deepEqual(crossed, [
      [first],
      1,
      [first, ['calls', 2, 'b', 'y', '', 3, 'c', 'z', ''], ['calls', 4, 'd', 'w', '[]']],
    ])
  })

  test('a crossing takes 64 calls at most', async () => {
    const sizes = await answer(`
      for (let index = 0; index < 200; index++) dispatchCall('a', 'x', '')
      await null; await null; await null
      return show([crossings.map(({ length }) => (length - 1) / 4), calls().map(([id]) => id)])`)
    assert.deepEqual(sizes, [
      [1, 64, 64, 64, 7],
      Array.from({ length: 200 }, (_, index) => index + 1),
    ])
  })

  test('provider, tool and arguments cross as texts, whatever a program passes', async () => {
    assert.deepEqual(
      await answer(`
        dispatchCall(5, { toString: () => 'tool' }, null)
        return show(calls())`),
      [[1, '5', 'tool', 'null']],
    )
  })

  test('a hook that throws, or a symbol made text, rejects the call and nothing crosses', async () => {
    assert.deepEqual(
      await answer(`
        const outcome = await settled(
          dispatchCall('a', { toString() { throw new RangeError('hook') } }))
        return show([outcome, calls()])`),
      [['rejected', 'RangeError', 'hook'], []],
    )
  })

  test('each call is settled by its own answer, in any order, once', async () => {
    assert.deepEqual(
      await answer(`
        const all = [dispatchCall('a', 'x'), dispatchCall('a', 'y'), dispatchCall('a', 'z')]
        settleCall(3, '{"result":3}', '')
        settleCall(2, undefined, 'refused')
        settleCall(1, '', '')
        settleCall(1, 'again', '')
        settleCall(2, 'again', '')
        settleCall(99, 'unknown', '')
        return show(await Promise.all(all.map(settled)))`),
      [
        ['resolved', ''],
        ['rejected', 'Error', 'refused'],
        ['resolved', '{"result":3}'],
      ],
    )
  })

  test('a call past the payload bound rejects with the text of its size, and does not cross', async () => {
    assert.deepEqual(
      await answer(`
        const rest = 'č'.repeat(${PAYLOAD_LIMIT} - 2)
        const outcome = await settled(dispatchCall('a', 'x', rest + 'y'))
        dispatchCall('a', 'x', 'y'.repeat(${PAYLOAD_LIMIT} - 2))
        return show([outcome, calls().length])`),
      [
        [
          'rejected',
          'Error',
          'The tool call is 16,777,215 bytes, past its bound of 8,388,608 bytes. Send less at a time, or keep only what is needed.',
        ],
        1,
      ],
    )
  })

  test('past 1,024 open calls further ones wait, and go out in order as others end', async () => {
    assert.deepEqual(
      await answer(`
        for (let index = 0; index < ${MAX_OPEN_CALLS} + 3; index++) {
          dispatchCall('a', String(index)).catch(() => {})
        }
        await null; await null; await null
        const before = calls().length
        settleCall(7, '{}', '')
        const first = calls().slice(before)
        settleCall(8, undefined, 'no')
        settleCall(8, '{}', '')
        await null; await null; await null
        return show([before, first.map(([, , tool]) => tool), calls().slice(before).map(([, , tool]) => tool)])`),
      [MAX_OPEN_CALLS, ['1024'], ['1024', '1025']],
    )
  })

  test('long arguments wait for room by their size', async () => {
    assert.deepEqual(
      await answer(`
        const long = 'x'.repeat(${PAYLOAD_LIMIT} - 100)
        for (let index = 0; index < 6; index++) dispatchCall('a', 'x', long)
        await null; await null; await null
        const before = calls().length
        settleCall(1, '{}', '')
        await null; await null; await null
        return show([before, calls().length])`),
      [4, 5],
    )
  })

  test('once the run has settled a call gets the completed envelope and does not cross', async () => {
    assert.deepEqual(
      await answer(`
        const open = dispatchCall('a', 'open')
        runState.isSettled = true
        const late = await dispatchCall('a', 'late')
        settleCall(1, '{"result":1}', '')
        return show([JSON.parse(late), await open, calls().map(([, , tool]) => tool)])`),
      [{ error: 'Execution has already completed.' }, '{"result":1}', ['open']],
    )
  })

  test('calls that wait when the run settles get the completed envelope', async () => {
    assert.deepEqual(
      await answer(`
        const all = Array.from({ length: ${MAX_OPEN_CALLS} + 1 }, () => dispatchCall('a', 'x'))
        await null; await null; await null
        runState.isSettled = true
        settleCall(1, '{}', '')
        return show([JSON.parse(await all.at(-1)), calls().length])`),
      [{ error: 'Execution has already completed.' }, MAX_OPEN_CALLS],
    )
  })

  test('hooks that a program puts on built-ins see nothing of it', async () => {
    assert.deepEqual(
      await answer(`
        const { defineProperty } = Object
        const names = ['0', '1', 'next', 'resolve', 'size', 'value']
        let seen = ''
        const spy = (name) => ({ configurable: true, set() { seen += name }, get() { seen += name } })
        names.forEach((name) => defineProperty(Object.prototype, name, spy(name)))
        Array.prototype.push = Array.prototype[Symbol.iterator] = () => { seen += 'array' }
        Promise.prototype.then = function () { seen += 'then' }
        dispatchCall('a', 'x', '1')
        dispatchCall('a', 'y', '2')
        settleCall(1, '{}', '')
        await null; await null; await null
        const text = seen
        for (let index = 0; index < 6; index++) delete Object.prototype[names[index]]
        return JSON.stringify([text, crossings.length])`),
      ['', 2],
    )
  })
})
