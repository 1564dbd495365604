// Where a client connects while what is behind it changes: each new connection goes to where the switch
// points by then, and the ones that are open stay where they are.

import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A port of loopback; nobody, so that a connection is dropped as soon as it comes; or silence. */
export type SwitchTarget = number | 'nobody' | 'silence'

export type TcpSwitch = AsyncDisposable & {
  /** Where clients connect. */
  url: string
  /** Connections that have come so far. */
  readonly attempts: number
  /** Connections that are open. */
  readonly open: number
  /** Points to another target. */
  to: (target: SwitchTarget) => void
  /** Breaks every connection that is open. */
  cut: () => void
  /** Resolves when so many connections have come. */
  reached: (attempts: number) => Promise<void>
}

const HOST = '127.0.0.1'

/** Opens a switch on a free port. The caller disposes it. */
export async function openSwitch(first: SwitchTarget): Promise<TcpSwitch> {
  const near = new Set<Socket>()
  const server = createServer({ noDelay: true })
  let target = first
  let attempts = 0
  server.on('connection', (socket) => {
    attempts += 1
    near.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => near.delete(socket))
    if (target === 'nobody') socket.destroy()
    else if (target === 'silence') socket.resume()
    else join(socket, target)
    server.emit('attempt')
  })
  server.listen(0, HOST)
  await once(server, 'listening')
  const cut = (): void => {
    for (const socket of near) socket.destroy()
  }

  const reached = async (wanted: number): Promise<void> => {
    if (attempts >= wanted) return
    await once(server, 'attempt')
    await reached(wanted)
  }

  return {
    url: `ws://${HOST}:${(server.address() as AddressInfo).port}/`,
    get attempts() {
      return attempts
    },
    get open() {
      return near.size
    },
    to: (next) => {
      target = next
    },
    cut,
    reached,
    [Symbol.asyncDispose]: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Carries everything both ways; whichever end goes takes the other one with it. */
function join(near: Socket, port: number): void {
  const far = connect({ port, host: HOST, noDelay: true })
  far.on('error', () => far.destroy())
  near.pipe(far).pipe(near)
  near.once('close', () => far.destroy())
  far.once('close', () => near.destroy())
}
