// Time that a run spends through work done for it elsewhere: cryptography goes on in this process while
// the guest itself stands still, and it counts even while a host call is open.

export type BusyTime = {
  /** Some work begins. */
  begin: () => void
  /** Some of it ended. */
  end: () => void
  /** Milliseconds in which the guest ran, or work for it did. Never moves faster than real time. */
  spent: () => number
}

/** `guestTime` is what the guest itself has run, `now` real time; both in milliseconds. */
export function createBusyTime(sources: { now: () => number; guestTime: () => number }): BusyTime {
  const { now, guestTime } = sources
  let open = 0
  /** Real time of past work that the guest did not run in. */
  let settled = 0
  let since = 0
  // What the guest runs meanwhile is part of the same real time: only the rest of it comes on top.
  const idle = (): number => now() - guestTime()

  return {
    begin: () => {
      open += 1
      if (open === 1) since = idle()
    },
    end: () => {
      open -= 1
      if (open === 0) settled += idle() - since
    },
    spent: () => guestTime() + settled + (open > 0 ? idle() - since : 0),
  }
}
