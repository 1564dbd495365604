// Turns of the guest: each entry into the isolate is counted until its promise settles, which is when
// the guest's thread is free again. So "no turn open" proves that no guest code runs, and a guest that
// spins after its run has reported is found out.

export type Turns = {
  /** Begins a turn. A rejection is no outcome of the run: it goes to `onFailure`. */
  begin: (enter: () => Promise<unknown>) => void
  /** Resolves with true once no turn is open, with false if that takes longer than `graceMs`. */
  rest: (graceMs: number) => Promise<boolean>
}

export function createTurns(onFailure: () => void): Turns {
  let open = 0
  let onRest: (() => void) | undefined

  const end = (): void => {
    open -= 1
    if (open === 0) onRest?.()
  }

  return {
    begin: (enter) => {
      open += 1
      enter().catch(onFailure).finally(end)
    },
    rest: async (graceMs) => {
      if (open === 0) return true

      return new Promise((resolve) => {
        const timer = setTimeout(resolve, graceMs, false)
        onRest = () => {
          clearTimeout(timer)
          resolve(true)
        }
      })
    },
  }
}
