// The end of an accepted WebSocket: with a reason in words, and within a bound whatever the peer does.

import { WebSocket } from 'ws'

/** What a close frame holds beside its code, in bytes. */
const MAX_REASON_BYTES = 123

/** How long a peer may take over its part of the closing, in milliseconds. */
const CLOSE_PATIENCE_MS = 2_000

/** Closes with a reason, cut to what fits; a peer that does not take part is dropped soon after. */
export function closeWithReason(socket: WebSocket, code: number, reason: string): void {
  socket.close(
    code,
    Buffer.from(reason)
      .subarray(0, MAX_REASON_BYTES)
      .toString('utf8')
      .replace(/\uFFFD+$/, ''),
  )
  // A paused socket would never read the answer to its own closing.
  socket.resume()
  dropSoon(socket)
}

/** Drops a socket that is closing, unless its peer takes part in time. */
export function dropSoon(socket: WebSocket): void {
  const timer = setTimeout(() => socket.terminate(), CLOSE_PATIENCE_MS)
  socket.once('close', () => clearTimeout(timer))
}

/** Why `ws` closes by itself, by the code of RFC 6455 that it closes with. */
const REASONS: Readonly<Record<number, string>> = {
  1002: 'The frame breaks the WebSocket protocol.',
  1007: 'The text is not UTF-8.',
  1008: 'The message comes in too many pieces.',
  1009: 'The message is larger than this server takes.',
}

/** A WebSocket that gives a reason where `ws` gives a code alone. */
export class ReasonedSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code, reason ?? (code === undefined ? undefined : REASONS[code]))
  }
}
