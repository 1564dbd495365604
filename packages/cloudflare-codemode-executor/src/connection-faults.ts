// The faults of a connection, each text in one place.

import { ExecutorError, PROTOCOL_VERSION } from '@supolka/codemode-executor-protocol'

/** An address as texts show it: credentials and queries may hold secrets, and faults end up in logs. */
function shown(address: string): string {
  const url = new URL(address)
  if (url.username + url.password + url.search === '') return address
  url.username = ''
  url.password = ''
  url.search = ''

  return url.href
}

/** The socket or the handshake of a first connection failed. Not retryable. */
export function rejectedFault(address: string, cause: unknown): ExecutorError {
  return new ExecutorError(
    'CONNECTION_REJECTED',
    `Executor handshake failed for ${shown(address)}.`,
    {
      cause,
    },
  )
}

/** The server answered the handshake with another version, or with none. Not retryable. */
export function mismatchFault(version: unknown): ExecutorError {
  return new ExecutorError(
    'PROTOCOL_MISMATCH',
    `The server answered the handshake with ${describe(version)}, and this client speaks version ${PROTOCOL_VERSION}.`,
  )
}

function describe(version: unknown): string {
  if (typeof version === 'number') return `version ${version}`
  if (version === undefined || version === null) return 'nothing'

  return typeof version === 'object' ? 'an object' : `a ${typeof version}`
}

/** The connection under a call is gone, or could not be opened again. Retryable. */
export function brokenFault(address: string, cause: unknown, dispatched?: number): ExecutorError {
  return new ExecutorError('CONNECTION_BROKEN', `The connection to ${shown(address)} broke.`, {
    cause,
    ...(dispatched !== undefined && { dispatched }),
  })
}

/** The executor was disposed. Not retryable. */
export function closedFault(dispatched?: number): ExecutorError {
  return new ExecutorError('CONNECTION_BROKEN', 'RemoteExecutor is closed', {
    retryable: false,
    ...(dispatched !== undefined && { dispatched }),
  })
}
