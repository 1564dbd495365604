// A counted set of permits: takers past the count wait in order, and leave when they are aborted.

/** Gives one permit back. Calling it again does nothing. */
export type ReleaseSlot = () => void

/** Permits for work that must not run more than so many times at once. */
export type Slots = {
  /** Waits for a permit. Rejects once the signal fires. */
  take(signal: AbortSignal): Promise<ReleaseSlot>
}

/** Makes `count` permits. */
export function createSlots(count: number): Slots {
  // A Set keeps the order of arrival and lets an aborted one leave from anywhere in it.
  const waiting = new Set<() => void>()
  let free = count

  const grant = (): ReleaseSlot => {
    let held = true
    return () => {
      if (held) {
        held = false
        free += 1
        startNext()
      }
    }
  }

  const startNext = (): void => {
    const [start] = waiting
    if (start !== undefined && free > 0) {
      waiting.delete(start)
      free -= 1
      start()
    }
  }

  const wait = (signal: AbortSignal): Promise<ReleaseSlot> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(start)
        reject(new Error('aborted while waiting'))
      }
      const start = (): void => {
        signal.removeEventListener('abort', leave)
        resolve(grant())
      }
      signal.addEventListener('abort', leave, { once: true })
      waiting.add(start)
    })

  return {
    take: async (signal) => {
      signal.throwIfAborted()
      if (free === 0) {
        return wait(signal)
      }
      free -= 1
      return grant()
    },
  }
}
