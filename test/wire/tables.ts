// One connection with both of its ends in view: how many live entries the tables of each side hold.

import type { RemoteExecutor } from '@supolka/cloudflare-codemode-executor'
import { serve, type ExecutorServer, type ServerOptions } from '@supolka/codemode-executor-server'
import { readConnectOptions } from '../../packages/cloudflare-codemode-executor/src/connect-options.ts'
import { Link } from '../../packages/cloudflare-codemode-executor/src/link.ts'
import { LinkedExecutor } from '../../packages/cloudflare-codemode-executor/src/remote-executor.ts'
import { Session } from '../../packages/cloudflare-codemode-executor/src/session.ts'

export type Tables = { imports: number; exports: number }

/** What a server's class shows to tests beside its interface. */
type WithSessions = { sessions: ReadonlySet<{ stats: Tables }> }

export type Connection = AsyncDisposable & {
  server: ExecutorServer
  /** The public client. */
  executor: RemoteExecutor
  /** The remote surface of the same connection, for calls that the public client would not make. */
  api: Session['api']
  /** The sizes of the tables, by side. */
  tables: () => { client: Tables; server: Tables }
}

/** Serves, and connects once. The caller disposes both. */
export async function openConnection(options: ServerOptions = {}): Promise<Connection> {
  await using parts = new AsyncDisposableStack()
  const server = parts.use(await serve({ port: 0, ...options }))
  const settings = readConnectOptions()
  const link = new Link(server.url, settings)
  await link.connect()
  const executor = parts.use(new LinkedExecutor(server.url, link, settings))
  const client = link.present
  const [session, ...others] = (server as ExecutorServer & WithSessions).sessions
  if (client === undefined || session === undefined || others.length > 0) {
    throw new Error('There is not exactly one connection.')
  }
  const kept = parts.move()

  return {
    server,
    executor,
    api: client.api,
    tables: () => ({ client: { ...client.stats }, server: { ...session.stats } }),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
