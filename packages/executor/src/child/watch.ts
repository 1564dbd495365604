// Looks at a run from the child's main thread while the guest has its own: resident memory, which
// V8's limit does not cover, an isolate that died without a word, and the heartbeat to the host.

import { memoryUsage } from 'node:process'

const INTERVAL_MS = 20
const BEATS_EVERY = 3

/** V8 raises a heap near its limit before it gives up, and native memory comes on top of it. */
const LIMIT_FACTOR = 3
const ALLOWANCE_BYTES = 64 * 1_048_576

export type Watch = { stop: () => void }

/** Bytes this process may hold while a program of this memory limit (in megabytes) runs. */
export function residentCap(memoryLimit: number): number {
  return memoryUsage.rss() + LIMIT_FACTOR * memoryLimit * 1_048_576 + ALLOWANCE_BYTES
}

export function startWatch(options: {
  cap: number
  isGone: () => boolean
  onMemory: () => void
  onBeat: () => void
}): Watch {
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
    if (options.isGone() || memoryUsage.rss() > options.cap) options.onMemory()
    else if (ticks % BEATS_EVERY === 0) options.onBeat()
  }, INTERVAL_MS)

  return { stop: () => clearInterval(timer) }
}
