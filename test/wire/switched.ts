// A client that reaches its server by a switch, so that a test can take the server away from it.

import {
  connect,
  type ConnectOptions,
  type RemoteExecutor,
} from '@supolka/cloudflare-codemode-executor'
import { serve, type ExecutorServer, type ServerOptions } from '@supolka/codemode-executor-server'
import { openSwitch, type SwitchTarget, type TcpSwitch } from './tcp-switch.ts'
import { watchSockets, type WatchedSockets } from './watched-socket.ts'

export type Switched = AsyncDisposable & {
  server: ExecutorServer
  line: TcpSwitch
  sockets: WatchedSockets
  executor: RemoteExecutor
  /** Breaks what is open, has what comes next go elsewhere, and resolves when the client has noticed. */
  lose: (target?: SwitchTarget) => Promise<void>
  /** Has what comes next go to the server again. */
  restore: () => void
}

/** In milliseconds: a client that tries again as good as at once, and one that never does in a test. */
export const SOON: ConnectOptions = { minReconnectDelay: 1, maxReconnectDelay: 1 }
export const NEVER: ConnectOptions = {
  minReconnectDelay: 3_600_000,
  maxReconnectDelay: 3_600_000,
}

/** Serves with one worker unless told otherwise, and connects. The caller disposes all of it. */
export async function openSwitched(
  client: ConnectOptions = SOON,
  options: ServerOptions = {},
): Promise<Switched> {
  await using parts = new AsyncDisposableStack()
  const server = parts.use(await serve({ port: 0, workers: 1, ...options }))
  const { port } = server.address
  const line = parts.use(await openSwitch(port))
  const sockets = watchSockets()
  const { openSocket } = sockets
  const executor = parts.use(await connect(line.url, { openSocket, ...client }))
  const kept = parts.move()

  return {
    server,
    line,
    sockets,
    executor,
    lose: async (target = 'nobody') => {
      line.to(target)
      line.cut()
      await sockets.closed()
    },
    restore: () => line.to(port),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
