// A host under attack by one peer at a time: what it holds stays bounded all the while, and afterwards it
// is as it was.

import assert from 'node:assert/strict'
import { within } from '../../lifecycle/settlement.ts'
import { openHost, type Host, type Seen } from './host.ts'
import { openPeer, type Peer } from './peer.ts'

export const MB = 1_048_576

/** What one connection may hold in these tests, in bytes. */
const CONNECTION_BYTES = 24 * MB

/** A message that arrives is there as bytes, as text and parsed; and a text may take two bytes a unit. */
const HELD_BOUND_MB = 3 * (CONNECTION_BYTES / MB)

export const CALLS_IN_FLIGHT = 50
export const OVER_BYTES = /^This connection holds more than its bound of 25165824 bytes\.$/v

/** How long an attack may go on before it is cut. */
export const PATIENCE_MS = 30_000

/** A program that keeps its worker until its caller goes. */
export const SLOW = 'async () => { await new Promise((resolve) => setTimeout(resolve, 60_000)) }'

/** A call that costs next to nothing, as a message. */
export const VERSION = ['push', ['pipeline', 0, ['protocolVersion'], []]]

export type Flood = {
  host: Host
  /** Does an attack, and sees that afterwards the host is as it was before. */
  healingFrom: (attack: (earlier: Seen) => Promise<void>) => Promise<void>
  /**
   * Attacks again and again until the connection is cut, and answers the reason. What the host holds must
   * stay within the bound all the time.
   */
  cutBy: (attack: (peer: Peer) => void | Promise<void>) => Promise<string>
}

/** Serves in a process of its own. The caller disposes the host. */
export async function openFlood(): Promise<Flood> {
  const host = await openHost({
    maxConnectionBytes: CONNECTION_BYTES,
    maxCallsInFlight: CALLS_IN_FLIGHT,
    queueLimit: 2_000,
    memoryLimit: 32,
  })
  const healingFrom: Flood['healingFrom'] = async (attack) => {
    const earlier = await host.look()
    await attack(earlier)
    await host.until(
      ({ sessions, running, queueDepth }) => sessions === 1 && running + queueDepth === 1,
    )
    await host.until(({ held }) => held - earlier.held < 8)
    await host.assertUntouched()
  }

  return {
    host,
    healingFrom,
    cutBy: async (attack) => {
      const closing = Promise.withResolvers<string>()
      await healingFrom(async (earlier) => {
        await using peer = await openPeer(host.url)
        const end = performance.now() + PATIENCE_MS
        while (peer.socket.readyState === peer.socket.OPEN) {
          // oxlint-disable-next-line no-await-in-loop -- one turn after the other
          await attack(peer)
          // oxlint-disable-next-line no-await-in-loop
          assertBounded(earlier, await host.look())
          assert.ok(performance.now() < end, 'it was not cut')
        }
        // One that does not read hears of nothing.
        peer.socket.resume()
        closing.resolve((await within(peer.closed)).reason)
      })

      return closing.promise
    },
  }
}

export function assertBounded(earlier: Seen, { held }: Seen, bound: number = HELD_BOUND_MB): void {
  assert.ok(held - earlier.held < bound, `held ${held - earlier.held} MB more`)
}
