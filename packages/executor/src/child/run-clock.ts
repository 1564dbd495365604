// The run clock: what a run has spent of its bound. A pure state machine over two time sources, so
// that its tests drive it with a fake clock. It knows nothing of isolates, timers or messages.

/** Readings in milliseconds, monotonic, never rounded: slices of microseconds must add up. */
export type ClockSources = {
  /** Real time. */
  now: () => number
  /** Time the guest itself has run; it does not move while the guest waits for the host. */
  guestTime: () => number
}

export type RunClock = {
  /** A tool call or a request to the caller's outbound function begins. */
  openWait: () => void
  /** One of them ended. */
  closeWait: () => void
  /** Milliseconds spent so far. */
  spent: () => number
  /** Whether nothing but guest work moves the clock at present. */
  isWaiting: () => boolean
}

/**
 * A clock that starts at once. While no host wait is open, real time counts: the guest runs, or only
 * its own timers are due. While one is open only guest time counts. With `countHostWaits` it is the
 * plain wall clock. `openWaits` are under way already when it starts.
 */
export function createRunClock(
  sources: ClockSources,
  countHostWaits: boolean,
  openWaits = 0,
): RunClock {
  let waits = countHostWaits ? 0 : openWaits
  let settled = 0
  let since = waits > 0 ? sources.guestTime() : sources.now()
  const slice = (): number => (waits > 0 ? sources.guestTime() : sources.now()) - since
  const turn = (change: number): void => {
    const wasWaiting = waits > 0
    const isWaiting = waits + change > 0
    if (wasWaiting !== isWaiting) {
      settled += slice()
      since = isWaiting ? sources.guestTime() : sources.now()
    }
    waits += change
  }

  return {
    openWait: () => {
      if (!countHostWaits) turn(1)
    },
    closeWait: () => {
      if (!countHostWaits) turn(-1)
    },
    spent: () => settled + slice(),
    isWaiting: () => waits > 0,
  }
}
