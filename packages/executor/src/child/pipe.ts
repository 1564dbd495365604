// The child's end of the pipe. Writes are synchronous on purpose: they keep their order, they are
// out before the process can die, and a guest that floods the host is slowed down to the host's pace
// instead of filling this process with messages.

import { writeSync, writevSync } from 'node:fs'
import { Socket } from 'node:net'
import { encodeFrame, FrameReader, type Frame } from '../channel/frames.ts'
import type { ToChild, ToHost } from '../channel/messages.ts'

const IN = 0
const OUT = 1

/** What one read takes at most. */
const READ_BYTES = 65_536

/** How long to sleep when the pipe is full and could not be made to block, in milliseconds. */
const FULL_PIPE_SLEEP_MS = 1

/**
 * Node hands a child its pipes in non-blocking mode, in which a write to a full pipe fails at once.
 * There is no public way to ask for the other mode.
 */
const { _handle: handle } = process.stdout as unknown as {
  _handle?: { setBlocking?: (isBlocking: boolean) => number }
}
handle?.setBlocking?.(true)

const sleeper = new Int32Array(new SharedArrayBuffer(4))

/** The host is trusted, so the bound of what it sends is only the width of the field. */
const MAX_FROM_HOST = 0xffffffff

/** A message and, where it has one, the text or bytes beside it. */
export type Outgoing = { message: ToHost; payload?: Uint8Array }

/** Sends one message. */
export function send(message: ToHost, payload?: Uint8Array): void {
  write(encodeFrame(message, payload))
}

/** Sends several messages in one write. */
export function sendAll(outgoing: Array<Outgoing>): void {
  write(outgoing.flatMap(({ message, payload }) => encodeFrame(message, payload)))
}

/**
 * Calls `onMessage` for each message of the host, and ends this process when the host is gone. A payload
 * holds its bytes during the call only.
 */
export function receive(onMessage: (message: ToChild, payload: Buffer) => void): void {
  const onFrame = ({ header, payload }: Frame): void => onMessage(header as ToChild, payload)
  // The host is trusted, and a caller's program may be of any size.
  const reader = new FrameReader(MAX_FROM_HOST, onFrame, MAX_FROM_HOST)
  const buffer = Buffer.alloc(READ_BYTES)
  const onRead = (size: number): boolean => {
    reader.push(buffer.subarray(0, size))

    return true
  }
  // Not `process.stdin`: this way each read fills one and the same buffer.
  const input = new Socket({ fd: IN, readable: true, onread: { buffer, callback: onRead } })
  input.on('end', endProcess)
  input.on('error', endProcess)
  input.resume()
}

/**
 * Ends this process at once. `process.exit()` with a live guest hangs or crashes, since it waits for
 * the thread that the guest occupies.
 */
export function endProcess(): void {
  process.kill(process.pid, 'SIGKILL')
}

function write(parts: Array<Uint8Array>): void {
  let left = parts
  while (left.length > 0) left = dropWritten(left, writeSome(left))
}

function writeSome(parts: Array<Uint8Array>): number {
  try {
    const [first] = parts

    return parts.length === 1 && first !== undefined
      ? writeSync(OUT, first)
      : writevSync(OUT, parts)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') {
      Atomics.wait(sleeper, 0, 0, FULL_PIPE_SLEEP_MS)

      return 0
    }
    endProcess()
    throw error
  }
}

function dropWritten(parts: Array<Uint8Array>, written: number): Array<Uint8Array> {
  let left = written
  const rest: Array<Uint8Array> = []
  for (const part of parts) {
    if (left >= part.byteLength) left -= part.byteLength
    else {
      rest.push(part.subarray(left))
      left = 0
    }
  }

  return rest
}
