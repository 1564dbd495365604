// Tells when a peer is gone: one that answers no ping, or never finishes a message that it has begun.

import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** Beats in a row that a peer may be silent for, and that one message may take. */
const SILENT_BEATS = 2
const MESSAGE_BEATS = 4

/** What a masked control frame takes beside its payload, in bytes. */
const CONTROL_FRAME_BYTES = 6

export type LivenessOptions = {
  socket: WebSocket
  /** The stream under the socket, for bytes that are no message yet. */
  stream: Duplex
  /** How often to ask, in milliseconds. */
  interval: number
  /** Hears once why the peer counts as gone. */
  onDead: (reason: string) => void
}

/**
 * Watches until the socket closes. A peer is found gone within three intervals. Beats are counted and
 * not time, so that a process that stood still does not blame its peers for it.
 */
export function watchLiveness({ socket, stream, interval, onDead }: LivenessOptions): void {
  let wasHeard = true
  let silentBeats = 0
  let unfinished = 0
  let unfinishedBeats = 0

  const beat = setInterval(() => {
    silentBeats = wasHeard ? 0 : silentBeats + 1
    unfinishedBeats = unfinished > 0 ? unfinishedBeats + 1 : 0
    wasHeard = false
    if (silentBeats >= SILENT_BEATS) onDead('Nothing was heard of this peer.')
    else if (unfinishedBeats >= MESSAGE_BEATS) onDead('A message took too long to arrive.')
    else socket.ping()
  }, interval)
  const onControl = (payload: Buffer): void => {
    unfinished = Math.max(0, unfinished - CONTROL_FRAME_BYTES - payload.byteLength)
  }
  // Before the socket's own listener, whose messages take their bytes off again.
  stream.prependListener('data', (chunk: Buffer) => {
    wasHeard = true
    unfinished += chunk.byteLength
  })
  // Whatever of the next message came in the same chunk counts with its next bytes.
  socket.on('message', () => {
    unfinished = 0
    unfinishedBeats = 0
  })
  socket.on('ping', onControl)
  socket.on('pong', onControl)
  socket.on('close', () => clearInterval(beat))
}
