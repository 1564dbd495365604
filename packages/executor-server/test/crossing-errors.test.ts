import { deepEqual, equal, ok } from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ExecutorError, ResponseTooLargeError } from '@supolka/codemode-executor-protocol'
import { crossingError } from '../src/crossing-errors.ts'

const LIMIT = 10_000

suite('an error crosses', () => {
  test('with its name, its message and its own properties', () => {
    const crossing = crossingError(
      new ExecutorError('WORKER_CRASHED', 'Worker 1 died.', { dispatched: 2 }),
      LIMIT,
    )
    equal(crossing.name, 'ExecutorError')
    equal(crossing.message, 'Worker 1 died.')
    deepEqual(Object.fromEntries(Object.entries(crossing)), {
      code: 'WORKER_CRASHED',
      retryable: true,
      dispatched: 2,
    })
  })

  test('without its cause and its stack', () => {
    const secret = new Error('/home/somebody/secret')
    for (const error of [
      new ExecutorError('INTERNAL', 'It broke.', { cause: secret }),
      new Error('It broke.', { cause: secret }),
      Object.assign(new Error('It broke.'), { cause: secret, more: 1 }),
    ]) {
      const crossing = crossingError(error, LIMIT)
      equal('cause' in crossing, false)
      equal(crossing.stack, undefined)
      ok(!JSON.stringify({ ...crossing }).includes('secret'))
    }
  })

  test('with keys that name members of prototypes, as properties and nothing else', () => {
    const error = new Error('a')
    Object.defineProperty(error, '__proto__', { value: { polluted: 1 }, enumerable: true })
    const crossing = crossingError(error, LIMIT)
    deepEqual(Object.keys(crossing), ['__proto__'])
    equal(Object.getPrototypeOf(crossing), Error.prototype)
  })
})

const control = (count: number): Error => new Error('\u0001'.repeat(count))

suite('an error whose text is above the limit', () => {
  test('crosses at exactly the limit, and one byte above as a fault that says so', () => {
    const exact = new Error('"'.repeat((LIMIT - 2) / 2))
    equal(crossingError(exact, LIMIT).message, exact.message)
    const above = crossingError(new Error(`${exact.message}x`), LIMIT)
    equal(above.message, new ResponseTooLargeError(LIMIT + 1, LIMIT).message)
    deepEqual(Object.fromEntries(Object.entries(above)), {
      code: 'RESPONSE_TOO_LARGE',
      retryable: false,
    })
  })

  test('is measured as JSON writes it', () => {
    equal(crossingError(control(1_666), LIMIT).message, control(1_666).message)
    // Two quotes, and six bytes for each.
    const { message } = new ResponseTooLargeError(10_004, LIMIT)
    equal(crossingError(control(1_667), LIMIT).message, message)
  })
})
