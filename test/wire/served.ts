// An executor at the far end of a wire: a server on loopback, a client, and a proxy between on request.

import {
  connect,
  type ConnectOptions,
  type RemoteExecutor,
} from '@supolka/cloudflare-codemode-executor'
import { serve, type ExecutorServer, type ServerOptions } from '@supolka/codemode-executor-server'
import { openProxy, type Proxy, type ProxyOptions } from './proxy.ts'

export type ServedOptions = {
  server?: ServerOptions
  client?: ConnectOptions
  /** Absent: the client connects to the server itself. */
  proxy?: Omit<ProxyOptions, 'port'>
}

/** A remote executor with everything behind it. Whoever opens it disposes it. */
export type Served = AsyncDisposable & {
  executor: RemoteExecutor
  server: ExecutorServer
  proxy: Proxy | undefined
  /** Where clients connect. */
  url: string
  /** Ends the client, the proxy and the server, in this order. */
  dispose: () => Promise<void>
}

/** Serves, connects, and answers both ends. */
export async function openServed(options: ServedOptions = {}): Promise<Served> {
  await using parts = new AsyncDisposableStack()
  const server = parts.use(await serve({ port: 0, ...options.server }))
  const { port } = server.address
  const proxy = options.proxy && parts.use(await openProxy({ ...options.proxy, port }))
  const url = `ws://127.0.0.1:${proxy?.port ?? port}/`
  const executor = parts.use(await connect(url, options.client))
  const kept = parts.move()
  let disposal: Promise<void> | undefined
  const dispose = (): Promise<void> => (disposal ??= kept.disposeAsync())

  return { executor, server, proxy, url, dispose, [Symbol.asyncDispose]: dispose }
}
