// What may end a run from outside: the caller's signal, the wall clock, disposal, too much output. The
// first one counts.

import type { End } from './ending.ts'

/** The ends that come from outside. */
export type Stopped = Extract<End, { type: 'abort' | 'timeout' | 'disposed' | 'over' }>

export type Stop = {
  /** Fires with the first cause; for the executor. */
  readonly signal: AbortSignal
  /** The first cause, once there is one. */
  readonly cause: Stopped | undefined
  /** Ends the run for this cause, unless it has ended already. */
  fire(cause: Stopped): void
  /** Lets go of the signal and of the clock. */
  release(): void
}

/** Starts to watch. Call `release` when the run is over. */
export function watchForStop(signal: AbortSignal | undefined, maxWallMs: number): Stop {
  const controller = new AbortController()
  let cause: Stopped | undefined
  const fire = (by: Stopped): void => {
    if (cause !== undefined) return
    cause = by
    controller.abort()
  }
  const onAbort = (): void => fire({ type: 'abort', reason: signal?.reason })
  const timer = setTimeout(
    () => fire({ type: 'timeout', budget: 'wall', ms: maxWallMs }),
    maxWallMs,
  )
  signal?.addEventListener('abort', onAbort)
  if (signal?.aborted === true) onAbort()

  return {
    signal: controller.signal,
    get cause() {
      return cause
    },
    fire,
    release() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    },
  }
}
