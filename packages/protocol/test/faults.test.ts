// The faults and the way back from a code to a class.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  EXECUTOR_ERROR_CODES,
  ExecutorError,
  HandlesClosedError,
  QueueOverflowError,
  rehydrateExecutorError,
  ResponseTooLargeError,
} from '@supolka/codemode-executor-protocol'

/** What arrives on the other side of a boundary: a plain error with the own properties it had. */
const received = (fields: Record<string, unknown>, message = 'It broke.'): Error =>
  Object.assign(new Error(message), fields)

test('each code has its usual retryable flag, and a thrower may state another', () => {
  const retryable = EXECUTOR_ERROR_CODES.filter((code) => new ExecutorError(code, 'x').retryable)
  assert.deepEqual(retryable, ['QUEUE_OVERFLOW', 'WORKER_CRASHED', 'CONNECTION_BROKEN'])
  assert.equal(new ExecutorError('INTERNAL', 'x', { retryable: true }).retryable, true)
  assert.equal(new ExecutorError('CONNECTION_BROKEN', 'x', { retryable: false }).retryable, false)
})

test('a fault carries its facts as own properties and nothing that was not given', () => {
  const cause = new Error('exit code 139')
  const bare = new ExecutorError('INTERNAL', 'x')
  assert.deepEqual(Object.keys(bare), ['code', 'retryable'])
  assert.ok(!Object.hasOwn(bare, 'cause'))
  const full = new ExecutorError('WORKER_CRASHED', 'x', { cause, dispatched: 0 })
  assert.deepEqual({ ...full }, { code: 'WORKER_CRASHED', retryable: true, dispatched: 0 })
  assert.equal(full.cause, cause)
  assert.ok(!Object.keys(full).includes('cause'))
})

test('the three faults with texts of their own carry their codes', () => {
  const { code, retryable } = new QueueOverflowError(1)
  assert.deepEqual([code, retryable], ['QUEUE_OVERFLOW', true])
  assert.equal(new ResponseTooLargeError(2, 1).code, 'RESPONSE_TOO_LARGE')
  assert.equal(new HandlesClosedError('e').code, 'HANDLES_CLOSED')
})

test('every code comes back as its class, with what crossed and not with what was composed', () => {
  const classes: Record<string, unknown> = {
    QUEUE_OVERFLOW: QueueOverflowError,
    RESPONSE_TOO_LARGE: ResponseTooLargeError,
    HANDLES_CLOSED: HandlesClosedError,
  }
  for (const code of EXECUTOR_ERROR_CODES) {
    const fault = rehydrateExecutorError(
      received({ code, retryable: true, dispatched: 3, cause: 'exit' }),
    )
    assert.ok(fault instanceof ExecutorError)
    assert.equal(fault.constructor, classes[code] ?? ExecutorError)
    assert.equal(fault.message, 'It broke.')
    assert.equal(fault.cause, 'exit')
    assert.deepEqual({ ...fault }, { code, retryable: true, dispatched: 3 })
    assert.ok(Error.prototype.toString.call(fault).endsWith('It broke.'))
  }
})

test('a fault without a flag gets the usual one of its code', () => {
  const fault = rehydrateExecutorError(received({ code: 'QUEUE_OVERFLOW', retryable: 'yes' }))
  assert.ok(fault instanceof QueueOverflowError)
  assert.equal(fault.retryable, true)
  assert.ok(!('dispatched' in fault))
})

test('an error-like value that is no Error is rehydrated too', () => {
  const fault = rehydrateExecutorError({ code: 'INTERNAL', message: 'm' })
  assert.ok(fault instanceof ExecutorError)
  assert.equal(fault.retryable, false)
})

test('everything else comes back as the same value', () => {
  const hostile = Object.defineProperty(new Error('x'), 'code', {
    get: () => {
      throw new Error('code was asked')
    },
  })
  const values = [
    new QueueOverflowError(1),
    received({ code: 'ENOENT' }),
    received({ code: 'toString' }),
    new Error('plain'),
    { code: 'INTERNAL' },
    hostile,
    'QUEUE_OVERFLOW',
    null,
    undefined,
  ]
  for (const value of values) assert.equal(rehydrateExecutorError(value), value)
})
