// A TCP proxy on loopback that carries what it is given the way bad networks do: in small pieces with
// pauses, cut at a random byte, or not at all. All that is random comes from a seed.

import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { randomNumbers } from '../endurance/random-numbers.ts'
import { openPipe, type Pace } from './pipe.ts'

/** `slice` passes on in random pieces with pauses; `cut` breaks each link after a random number of bytes. */
export type ProxyMode = 'forward' | 'slice' | 'cut'

export type ProxyOptions = {
  /** The port on loopback that connections are carried to. */
  port: number
  mode?: ProxyMode
  seed?: number
  /**
   * Bytes, in both directions together, after which a link is cut: between these two, drawn evenly
   * over the orders of magnitude, so that a cut meets short messages as well as long ones.
   */
  cutBetween?: [least: number, most: number]
}

export type Proxy = AsyncDisposable & {
  port: number
  /** Counts since the proxy was opened; bytes are those passed on. */
  counters: { links: number; open: number; cuts: number; pieces: number; up: number; down: number }
  /** Stops carrying on every link that is open, without closing one. Later links are carried. */
  freeze: () => void
  /** Breaks every link that is open. */
  cut: () => void
  /** Stops listening, breaks what is open, and resolves when no socket is left. */
  close: () => Promise<void>
}

type Link = { freeze: () => void; cut: () => void; closed: Promise<unknown> }

const HOST = '127.0.0.1'
/** The largest piece of light traffic; of heavy traffic a piece is up to this part of what waits. */
const MAX_PIECE = 700
const PIECE_SHARE = 16
/** Every so many pieces wait for a timer of up to so many milliseconds, the others for a turn. */
const TIMED_SHARE = 0.25
const MAX_PAUSE_MS = 3

/** Opens a proxy on a free port of loopback. The caller closes it. */
export async function openProxy(options: ProxyOptions): Promise<Proxy> {
  const random = randomNumbers(options.seed ?? 1)
  const counters = { links: 0, open: 0, cuts: 0, pieces: 0, up: 0, down: 0 }
  const links = new Set<Link>()
  const carry = (near: Socket): void => {
    counters.links += 1
    counters.open += 1
    const link = openLink(near, options, { random, counters })
    links.add(link)
    void forget(link)
  }
  const forget = async (link: Link): Promise<void> => {
    await link.closed
    links.delete(link)
    counters.open -= 1
  }
  const server = createServer({ allowHalfOpen: true, noDelay: true }, carry)
  server.listen(0, HOST)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const close = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    const ending = [...links]
    for (const link of ending) link.cut()
    await Promise.all([closed, ...ending.map((link) => link.closed)])
  }

  return {
    port,
    counters,
    freeze: () => {
      for (const link of links) link.freeze()
    },
    cut: () => {
      for (const link of links) link.cut()
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

type Shared = { random: () => number; counters: Proxy['counters'] }

function openLink(near: Socket, options: ProxyOptions, { random, counters }: Shared): Link {
  const { mode = 'forward', cutBetween = [1, 20_000] } = options
  const far = connect({ port: options.port, host: HOST, allowHalfOpen: true, noDelay: true })
  let left = mode === 'cut' ? between(cutBetween, random()) : Number.POSITIVE_INFINITY

  const end = (isAbrupt: boolean): void => {
    for (const socket of [near, far]) {
      if (isAbrupt) socket.resetAndDestroy()
      else socket.destroy()
    }
  }
  const paceOf = (direction: 'up' | 'down'): Pace => ({
    size: (waiting) =>
      mode === 'slice'
        ? 1 + Math.floor(random() * Math.max(MAX_PIECE, waiting / PIECE_SHARE))
        : waiting,
    pause: () =>
      mode === 'slice' && random() < TIMED_SHARE ? Math.ceil(random() * MAX_PAUSE_MS) : 0,
    grant: (bytes) => {
      const size = Math.min(bytes, left)
      left -= size
      counters.pieces += 1
      counters[direction] += size

      return size
    },
    exhausted: () => {
      counters.cuts += 1
      end(random() < 0.5)
    },
  })

  const pipes = [openPipe(near, far, paceOf('up')), openPipe(far, near, paceOf('down'))]
  const closed = Promise.all([near, far].map((socket) => closeOf(socket)))
  // Either end that is gone takes the other one with it, as a link does.
  for (const socket of [near, far]) socket.once('error', () => end(true))

  return {
    freeze: () => {
      for (const pipe of pipes) pipe.freeze()
    },
    cut: () => end(false),
    closed,
  }
}

const between = ([least, most]: [number, number], at: number): number =>
  Math.floor(least * (most / least) ** at)

/** Resolves when a socket is closed, whatever closed it. */
const closeOf = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('close', () => resolve())
  })
