// Which connections one replica of a fleet takes: those for itself, and those for anybody while it takes
// new work. A server that has no name takes all.

import type { IncomingMessage } from 'node:http'
import { REPLICA_PARAMETER } from '@supolka/codemode-executor-protocol'
import type { Refusal } from './admission.ts'

/** What this replica is. */
export type ReplicaTerms = {
  /** Its name; undefined for a server that stands alone. */
  replica: string | undefined
  isDraining: boolean
}

/** What is wrong with a request for a WebSocket at this replica, or undefined. */
export function refuseReplica(
  { url = '/' }: IncomingMessage,
  { replica, isDraining }: ReplicaTerms,
): Refusal | undefined {
  if (replica === undefined) return undefined
  const asked = new URLSearchParams(url.split('?', 2)[1]).get(REPLICA_PARAMETER)
  // Handles are with their own replica alone, which keeps serving them while it drains.
  if (asked === replica) return undefined
  if (asked !== null) {
    return { status: 421, reason: 'replica', text: `This is replica ${replica}.` }
  }
  if (!isDraining) return undefined

  // A balancer that gets this goes on to another replica at once.
  return {
    status: 503,
    reason: 'draining',
    text: `Replica ${replica} is draining. Connect again for another one.`,
  }
}
