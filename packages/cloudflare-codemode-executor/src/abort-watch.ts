// Waits for the caller's signal on behalf of one call, and leaves no listener on it.

import type { AbortSignalLike } from '@supolka/codemode-executor-protocol'

/** One wait. Whoever begins it ends it when the call has settled. */
export type AbortWatch = {
  /** Resolves with true when the signal fires, with false when the watch ends before that. */
  readonly fired: Promise<boolean>
  /** Stops listening. Idempotent. */
  end: () => void
}

/** Watches a signal that has not fired, or none: then only its end is ever told. */
export function watchAbort(signal: AbortSignalLike | undefined): AbortWatch {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const onAbort = (): void => resolve(true)
  signal?.addEventListener('abort', onAbort, { once: true })

  return {
    fired: promise,
    end: () => {
      signal?.removeEventListener('abort', onAbort)
      resolve(false)
    },
  }
}
