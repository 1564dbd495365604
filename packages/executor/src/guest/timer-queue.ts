// The order in which timers are due: a binary heap whose cleared entries are dropped lazily, and
// swept out once they are the greater part of it.

import { appendTo, mapDelete, mapGet, mapSet, NativeMap } from './intrinsics.ts'

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

/** With fewer cleared timers than this a sweep is not worth it. */
const SWEEP_FROM = 64

const isBefore = (a: Timer, b: Timer): boolean =>
  a.due < b.due || (a.due === b.due && a.order < b.order)

export class TimerQueue {
  #heap: Array<Timer> = []
  readonly #known = new NativeMap<number, Timer>()
  #clearedCount = 0

  add(timer: Timer): void {
    mapSet(this.#known, timer.id, timer)
    this.#insert(timer)
  }

  clear(id: number): void {
    const timer = mapGet(this.#known, id)
    if (timer === undefined) return
    mapDelete(this.#known, id)
    timer.isCleared = true
    this.#clearedCount += 1
    if (this.#clearedCount > SWEEP_FROM && this.#clearedCount * 2 > this.#heap.length) this.#sweep()
  }

  /** The timer that is due first; stays in the queue. */
  first(): Timer | undefined {
    let first = this.#heap[0]
    while (first?.isCleared === true) {
      this.takeFirst()
      this.#clearedCount -= 1
      first = this.#heap[0]
    }

    return first
  }

  /** Takes the first timer out of the order; `clear` knows it until `forget`. */
  takeFirst(): void {
    const heap = this.#heap
    const last = heap[heap.length - 1]
    if (last === undefined) return
    heap.length -= 1
    if (heap.length > 0) this.#sink(last)
  }

  forget(id: number): void {
    mapDelete(this.#known, id)
  }

  #insert(timer: Timer): void {
    const heap = this.#heap
    let index = heap.length
    appendTo(heap, timer)
    while (index > 0) {
      const parentIndex = (index - 1) >> 1
      const parent = heap[parentIndex]
      if (parent === undefined || !isBefore(timer, parent)) break
      heap[index] = parent
      index = parentIndex
    }
    heap[index] = timer
  }

  /** Puts a timer at the root and lets it sink to its place. */
  #sink(timer: Timer): void {
    const heap = this.#heap
    let index = 0
    for (;;) {
      const left = index * 2 + 1
      const leftTimer = heap[left]
      const rightTimer = heap[left + 1]
      if (leftTimer === undefined) break
      const isRight = rightTimer !== undefined && isBefore(rightTimer, leftTimer)
      const child = isRight ? rightTimer : leftTimer
      if (!isBefore(child, timer)) break
      heap[index] = child
      index = isRight ? left + 1 : left
    }
    heap[index] = timer
  }

  #sweep(): void {
    const before = this.#heap
    this.#heap = []
    this.#clearedCount = 0
    for (let index = 0; index < before.length; index++) {
      const timer = before[index]
      if (timer?.isCleared === false) this.#insert(timer)
    }
  }
}
