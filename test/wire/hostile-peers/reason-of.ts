// Messages sent by hand, and the reason for which the server closed.

import assert from 'node:assert/strict'
import { openPeer } from './peer.ts'

/** RFC 6455: a peer broke the rules. */
const POLICY_VIOLATION = 1008

/** Sends messages in turn to a server and answers why it closed. */
export async function reasonOf(url: string, messages: Array<unknown>): Promise<string> {
  await using peer = await openPeer(url)
  for (const message of messages) peer.send(message)
  const { code, reason } = await peer.closed
  assert.equal(code, POLICY_VIOLATION)

  return reason
}

/** A call of the one method that needs no arguments, with arguments. */
export const push = (...args: Array<unknown>): unknown => [
  'push',
  ['pipeline', 0, ['protocolVersion'], args],
]
