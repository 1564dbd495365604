// The ways to single replicas, for the handles they hold: opened when an execution's own replica is not
// the one at the other end of the main link.

import { REPLICA_PARAMETER } from '@supolka/codemode-executor-protocol'
import type { ConnectSettings } from './connect-options.ts'
import { Link } from './link.ts'
import type { Session } from './session.ts'

/** Links to more replicas than this are given up, the one that was not used for longest first. */
const MAX_LINKS = 64

/** The replica that an executionId names; undefined where the server names none. */
export function replicaOf(executionId: string): string | undefined {
  const end = executionId.lastIndexOf('.')

  return end > 0 ? executionId.slice(0, end) : undefined
}

export class ReplicaLinks {
  readonly #main: Link
  readonly #settings: ConnectSettings
  readonly #links = new Map<string, Link>()

  constructor(main: Link, settings: ConnectSettings) {
    this.#main = main
    this.#settings = settings
  }

  /** A session with the replica that holds an execution. Rejects as `Link.session` does. */
  async session(executionId: string): Promise<Session> {
    const replica = replicaOf(executionId)
    const { present } = this.#main
    if (replica === undefined || present?.replica === replica) return this.#main.session()

    return this.#linkTo(replica).session()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#links.values()].map((link) => link.close()))
  }

  #linkTo(replica: string): Link {
    const link = this.#links.get(replica) ?? this.#makeLink(replica)
    // Whatever is used goes to the end.
    this.#links.delete(replica)
    this.#links.set(replica, link)
    const [oldest] = this.#links
    if (this.#links.size > MAX_LINKS && oldest !== undefined) {
      this.#links.delete(oldest[0])
      void oldest[1].close()
    }

    return link
  }

  #makeLink(replica: string): Link {
    const url = new URL(this.#main.address)
    url.searchParams.set(REPLICA_PARAMETER, replica)

    return new Link(url.href, this.#settings)
  }
}
