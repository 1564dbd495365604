import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ExecutorError, PROTOCOL_VERSION } from '@supolka/codemode-executor-protocol'
import { brokenFault, closedFault, mismatchFault, rejectedFault } from '../src/connection-faults.ts'

const ADDRESS = 'ws://127.0.0.1:8790/'

type Row = [
  what: string,
  fault: ExecutorError,
  code: string,
  retryable: boolean,
  message: string,
  cause?: unknown,
]

const rows: Array<Row> = [
  [
    'a first connection that failed',
    rejectedFault(ADDRESS, 'why'),
    'CONNECTION_REJECTED',
    false,
    'Executor handshake failed for ws://127.0.0.1:8790/.',
    'why',
  ],
  [
    'another version',
    mismatchFault(7),
    'PROTOCOL_MISMATCH',
    false,
    `The server answered the handshake with version 7, and this client speaks version ${PROTOCOL_VERSION}.`,
  ],
  [
    'a version that is no number',
    mismatchFault('1'),
    'PROTOCOL_MISMATCH',
    false,
    `The server answered the handshake with a string, and this client speaks version ${PROTOCOL_VERSION}.`,
  ],
  [
    'a broken connection',
    brokenFault(ADDRESS, 'why'),
    'CONNECTION_BROKEN',
    true,
    'The connection to ws://127.0.0.1:8790/ broke.',
    'why',
  ],
  ['a disposed executor', closedFault(), 'CONNECTION_BROKEN', false, 'RemoteExecutor is closed'],
]

suite('the fault of', () => {
  for (const [what, fault, code, retryable, message, cause] of rows) {
    test(what, () => {
      assert.ok(fault instanceof ExecutorError)
      assert.deepEqual(
        {
          code: fault.code,
          retryable: fault.retryable,
          message: fault.message,
          cause: fault.cause,
        },
        { code, retryable, message, cause },
      )
      assert.equal('dispatched' in fault, false)
    })
  }
})

test('what ends a started execution tells how many tool calls had reached the caller', () => {
  assert.equal(brokenFault(ADDRESS, 'why', 3).dispatched, 3)
  assert.equal(brokenFault(ADDRESS, 'why', 0).dispatched, 0)
  assert.equal(closedFault(2).dispatched, 2)
})

test('credentials and the query of an address stay out of the texts', () => {
  const secret = 'wss://name:word@executor.test/path?token=secret'
  assert.equal(
    rejectedFault(secret, 'why').message,
    'Executor handshake failed for wss://executor.test/path.',
  )
  assert.equal(
    brokenFault(secret, 'why').message,
    'The connection to wss://executor.test/path broke.',
  )
})
