// Keeps a run inside its bound: one timer, armed for what is left on the run clock, armed again when
// it fires early because the clock stood still meanwhile.

import { createRunClock, type RunClock } from './run-clock.ts'

/** While the host is waited for, the clock may stand still just before its bound: look again this late. */
const WAITING_INTERVAL_MS = 10

export type Deadline = {
  clock: RunClock
  isOver: () => boolean
  stop: () => void
}

/** Starts at once; calls `onOver` at most once, when the clock reaches the bound in milliseconds. */
export function startDeadline(options: {
  timeout: number
  countHostWaits: boolean
  /** Host waits that are under way already. */
  openWaits: number
  guestTime: () => number
  onOver: () => void
}): Deadline {
  const { timeout, onOver } = options
  const clock = createRunClock(
    { now: () => performance.now(), guestTime: options.guestTime },
    options.countHostWaits,
    options.openWaits,
  )
  let timer: NodeJS.Timeout | undefined
  let hasEnded = false
  const end = (then: () => void): void => {
    hasEnded = true
    clearTimeout(timer)
    then()
  }
  const check = (): void => {
    if (hasEnded) return
    const left = timeout - clock.spent()
    if (left <= 0) end(onOver)
    else timer = setTimeout(check, clock.isWaiting() ? Math.max(left, WAITING_INTERVAL_MS) : left)
  }
  check()

  return {
    clock: {
      ...clock,
      closeWait: () => {
        clock.closeWait()
        // What is left now runs in real time, and the timer may be armed for later than that.
        if (clock.isWaiting()) return
        clearTimeout(timer)
        check()
      },
    },
    isOver: () => clock.spent() >= timeout,
    stop: () => end(() => undefined),
  }
}
