// What the checks of the client must have seen, on whatever runtime they ran.

import assert from 'node:assert/strict'
import { ReservedWordProviderNameError } from '@supolka/codemode-executor-protocol'
import { serve, type ExecutorServer, type ServerOptions } from '@supolka/codemode-executor-server'
import { ABORTED, OUTBOUND_DISABLED, timedOut } from '../contract/outcomes.ts'

export const TOKEN = 'sixteen-characters-and-more'

/** The server that the checks are written for. The caller disposes it. */
export function serveForChecks(options: ServerOptions = {}): Promise<ExecutorServer> {
  return serve({ port: 0, workers: 1, queueLimit: 1, token: TOKEN, ...options })
}

const fault = (code: string, retryable: boolean, message: string): object => ({
  name: 'ExecutorError',
  message,
  code,
  retryable,
  isFault: true,
})

const STARTING = [{ level: 'log', text: 'starting' }]

/** Fails unless the checks saw all of this and nothing else. `url` is where they connected. */
export function assertSeen(seen: unknown, url: string): void {
  assert.deepEqual(seen, {
    runTools: {
      entries: [
        ['double', 42],
        ['bytes', [255, 2, 1]],
        ['failure', 'No such customer.'],
        ['constructor', 'own'],
        ['astral', '\u{1f600}'],
      ],
      logs: STARTING,
      lines: STARTING,
    },
    runModules: ['hello ada', 2, 'a note'],
    runOutbound: {
      result: [201, 'yes', 'back'],
      seen: ['POST', 'https://api.test/items', true, 'sent'],
    },
    runHandle: {
      handles: ['fetch'],
      answers: [
        [200, '1 https://h.test/x body'],
        [200, '2 https://h.test/x body'],
      ],
      closed: fault('HANDLES_CLOSED', false, 'Execution "ID" holds no handles'),
    },
    runFailures: {
      thrown: 'on purpose',
      timeout: timedOut(50),
      provider: new ReservedWordProviderNameError('class').message,
      disabled: OUTBOUND_DISABLED,
      module:
        'Module "absent" is not in the module map. Import one of the names it declares: present.',
      aborted: ABORTED,
    },
    runFaults: {
      overflow: fault(
        'QUEUE_OVERFLOW',
        true,
        'The queue is at its bound of 1. Retry when a running execution settles.',
      ),
      isClass: true,
      results: ['released', 'waited'],
    },
    closed: fault('CONNECTION_BROKEN', false, 'RemoteExecutor is closed'),
    refused: fault('CONNECTION_REJECTED', false, `Executor handshake failed for ${url}.`),
  })
}
