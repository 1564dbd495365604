import { deepEqual, equal } from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { createLedger } from '../src/ledger.ts'

suite('a ledger', () => {
  test('numbers calls from 1, as both sides do', () => {
    const ledger = createLedger()
    deepEqual([ledger.begin(1), ledger.begin(1), ledger.begin(1)], [1, 2, 3])
    deepEqual([ledger.knows(3), ledger.knows(4)], [true, false])
  })

  test('holds a request until it is answered and released, and an answer until it is released', () => {
    const ledger = createLedger()
    const id = ledger.begin(100)
    equal(ledger.bytes, 100)
    ledger.answer(id, 50)
    deepEqual([ledger.openCalls, ledger.bytes], [1, 150])
    equal(ledger.release(id), true)
    deepEqual([ledger.openCalls, ledger.bytes], [0, 0])
  })

  test('holds a request that is released first until it is answered, and nothing of that answer', () => {
    const ledger = createLedger()
    const id = ledger.begin(100)
    equal(ledger.release(id), true)
    deepEqual([ledger.openCalls, ledger.bytes], [1, 100])
    ledger.answer(id, 50)
    deepEqual([ledger.openCalls, ledger.bytes], [0, 0])
  })

  test('releases nothing twice, nor what was never begun', () => {
    const ledger = createLedger()
    const id = ledger.begin(100)
    deepEqual(
      [ledger.release(id), ledger.release(id), ledger.release(id + 1)],
      [true, false, false],
    )
    ledger.answer(id, 0)
    equal(ledger.release(id), false)
  })

  test('takes an answer once, and none to a call that is gone', () => {
    const ledger = createLedger()
    const id = ledger.begin(1)
    ledger.answer(id, 10)
    ledger.answer(id, 10)
    ledger.answer(id + 1, 10)
    equal(ledger.bytes, 11)
    ledger.release(id)
    ledger.answer(id, 10)
    equal(ledger.bytes, 0)
  })

  test('is empty once everything is answered and released, in whatever order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(1_000), fc.nat(1_000), fc.double({ noNaN: true })), {
          maxLength: 30,
        }),
        (calls) => {
          const ledger = createLedger()
          const steps = calls.flatMap(([request, answer, order], index) => {
            ledger.begin(request)
            const id = index + 1

            return [
              { at: order, step: (): unknown => ledger.answer(id, answer) },
              { at: -order, step: (): unknown => ledger.release(id) },
            ]
          })
          for (const { step } of steps.toSorted((one, other) => one.at - other.at)) {
            step()
            equal(ledger.bytes >= 0, true)
          }
          deepEqual([ledger.openCalls, ledger.bytes], [0, 0])
        },
      ),
    )
  })
})
