// One direction of a connection through the proxy: what comes in leaves in the same order, in pieces
// and with pauses that random numbers draw, and never past what the connection may still carry.

import type { Socket } from 'node:net'

/** What a pipe asks for each piece it passes on. */
export type Pace = {
  /** Bytes of the next piece, at least 1, when so many are waiting. */
  size: (waiting: number) => number
  /** Milliseconds to wait before it; 0 is the next turn of the event loop. */
  pause: () => number
  /** How many of so many bytes may pass; fewer than asked means that the link breaks right there. */
  grant: (bytes: number) => number
  /** Called when `grant` gave less. */
  exhausted: () => void
}

export type Pipe = {
  /** Stops passing anything on, for good, without closing anything. */
  freeze: () => void
}

/** A source is not read from while more than this waits. */
const MAX_WAITING = 1_048_576

/** Carries what `source` sends to `target`, its end included. Both sockets must allow half-open. */
export function openPipe(source: Socket, target: Socket, pace: Pace): Pipe {
  let waiting: Buffer = Buffer.alloc(0)
  let isMoving = false
  let isFrozen = false
  let hasEnded = false

  const passPiece = (): void => {
    if (isFrozen || target.destroyed) return
    const asked = Math.min(pace.size(waiting.length), waiting.length)
    const size = pace.grant(asked)
    target.write(waiting.subarray(0, size))
    waiting = waiting.subarray(size)
    if (size < asked) return pace.exhausted()
    if (waiting.length < MAX_WAITING) source.resume()
    moveOn()
  }
  const moveOn = (): void => {
    isMoving = waiting.length > 0
    if (!isMoving) {
      if (hasEnded) target.end()
      return
    }
    if (target.writableNeedDrain) {
      target.once('drain', moveOn)
      return
    }
    const pause = pace.pause()
    if (pause > 0) setTimeout(passPiece, pause)
    else setImmediate(passPiece)
  }

  source.on('data', (part) => {
    waiting = Buffer.concat([waiting, part])
    if (waiting.length >= MAX_WAITING) source.pause()
    if (!isMoving) moveOn()
  })
  source.once('end', () => {
    hasEnded = true
    if (!isMoving && !isFrozen) moveOn()
  })

  return {
    freeze: () => {
      isFrozen = true
      source.pause()
    },
  }
}
