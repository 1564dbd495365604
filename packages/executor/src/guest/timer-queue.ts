// The order in which timers are due: a binary heap whose cleared entries are dropped lazily, and
// swept out once they are the greater part of it.

import { appendTo, create } from './intrinsics.ts'

export type Timer = {
  readonly id: number
  /** When it is due, in milliseconds of `Date.now`. */
  due: number
  /** Breaks ties: what was set first runs first. */
  order: number
  isCleared: boolean
  readonly callback: () => void
  readonly delay: number
  readonly repeats: boolean
  nesting: number
}

export type TimerQueue = {
  add: (timer: Timer) => void
  clear: (id: number) => void
  /** The timer that is due first; stays in the queue. */
  first: () => Timer | undefined
  /** Takes the first timer out of the order; `clear` still knows it until `forget`. */
  takeFirst: () => void
  forget: (id: number) => void
}

const SWEEP_FROM = 64

const isBefore = (a: Timer, b: Timer): boolean =>
  a.due < b.due || (a.due === b.due && a.order < b.order)

export function createTimerQueue(): TimerQueue {
  let heap: Array<Timer> = []
  const known = create(null) as Record<number, Timer | undefined>
  let clearedCount = 0

  const at = (index: number): Timer => heap[index] as Timer
  const rise = (start: number): void => {
    const timer = at(start)
    let index = start
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!isBefore(timer, at(parent))) break
      heap[index] = at(parent)
      index = parent
    }
    heap[index] = timer
  }
  const sink = (): void => {
    const timer = at(0)
    let index = 0
    for (;;) {
      let child = index * 2 + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(at(child + 1), at(child))) child += 1
      if (!isBefore(at(child), timer)) break
      heap[index] = at(child)
      index = child
    }
    heap[index] = timer
  }
  const insert = (timer: Timer): void => {
    appendTo(heap, timer)
    rise(heap.length - 1)
  }
  const takeFirst = (): void => {
    const last = at(heap.length - 1)
    heap.length -= 1
    if (heap.length === 0) return
    heap[0] = last
    sink()
  }
  const sweep = (): void => {
    const before = heap
    heap = []
    for (let index = 0; index < before.length; index++) {
      const timer = before[index] as Timer
      if (!timer.isCleared) insert(timer)
    }
    clearedCount = 0
  }

  return {
    add: (timer) => {
      known[timer.id] = timer
      insert(timer)
    },
    clear: (id) => {
      const timer = known[id]
      if (timer === undefined) return
      delete known[id]
      timer.isCleared = true
      clearedCount += 1
      if (clearedCount > SWEEP_FROM && clearedCount * 2 > heap.length) sweep()
    },
    first: () => {
      while (heap.length > 0 && at(0).isCleared) {
        takeFirst()
        clearedCount -= 1
      }

      return heap.length > 0 ? at(0) : undefined
    },
    takeFirst,
    forget: (id) => {
      delete known[id]
    },
  }
}
