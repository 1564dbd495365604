// A whole fleet on loopback: DNS, replicas, and the balancer before them.

import { connect, type RemoteExecutor } from '@supolka/cloudflare-codemode-executor'
import { startDnsResponder } from './dns-responder.ts'
import { freePort } from './free-port.ts'
import { startHaproxy, type Haproxy } from './start-haproxy.ts'
import type { Exit } from './exit-of.ts'
import { startReplica, TOKEN, type Replica } from './start-replica.ts'

export type Fleet = AsyncDisposable & {
  readonly haproxy: Haproxy
  /** Replicas that live, by address. */
  readonly replicas: ReadonlyMap<string, Replica>
  /** A client of its own through the balancer. Whoever connects disposes. */
  connect(): Promise<RemoteExecutor>
  /** One more balancer, which knows of the first one as little as that of it. */
  addBalancer(): Promise<Haproxy>
  /** A further replica; resolves once the balancer leads connections to it. */
  add(address: string): Promise<void>
  /** Ends a replica and takes it out of DNS once it is gone, as a cluster does. */
  remove(address: string, signal: 'SIGTERM' | 'SIGKILL'): Promise<Exit>
}

/** Starts replicas at these addresses; resolves once the balancer leads connections to all of them. */
export async function startFleet(
  addresses: Array<string>,
  settings: Record<string, string> = {},
): Promise<Fleet> {
  await using parts = new AsyncDisposableStack()
  const port = await freePort()
  const dns = parts.use(await startDnsResponder('executor-replicas.test'))
  const haproxy = parts.use(await startHaproxy(dns, port))
  const replicas = new Map<string, Replica>()
  parts.defer(async () => {
    await Promise.all([...replicas.values()].map((replica) => replica[Symbol.asyncDispose]()))
  })
  const start = async (address: string): Promise<void> => {
    dns.addresses.add(address)
    replicas.set(address, await startReplica(address, port, settings))
  }
  await Promise.all(addresses.map(start))
  await haproxy.untilReady(replicas.keys())
  const owned = parts.move()

  return {
    haproxy,
    replicas,
    connect: () => connect(haproxy.url, { token: TOKEN }),
    async addBalancer() {
      const balancer = owned.use(await startHaproxy(dns, port))
      await balancer.untilReady(replicas.keys())

      return balancer
    },
    async add(address) {
      await start(address)
      await haproxy.untilReady(replicas.keys())
    },
    async remove(address, signal) {
      const exit = await replicas.get(address)?.end(signal)
      if (exit === undefined) throw new Error(`No replica lives at ${address}.`)
      replicas.delete(address)
      dns.addresses.delete(address)

      return exit
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
