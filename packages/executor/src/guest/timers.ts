// Timers: one queue on the guest's heap and one wake-up armed at the child, so that a million timers
// cost metered memory and no host timer. A tick runs one callback; the next follows in a turn of its
// own, so that microtasks run between callbacks as the standard wants.

import {
  dateNow,
  evaluate,
  mathMax,
  mathTrunc,
  reflectApply,
  toNumber,
  toText,
} from './intrinsics.ts'
import type { GuestRuntime } from './runtime.ts'
import { TimerQueue, type Timer } from './timer-queue.ts'

declare const runtime: GuestRuntime

const MAX_DELAY = 2_147_483_647

/** Timers nested deeper than this wait at least MIN_NESTED_DELAY, as the standard says. */
const MAX_FAST_NESTING = 5
const MIN_NESTED_DELAY = 4

/** No timer is due at once, or a program that polls with it would never let go of the processor. */
const MIN_DELAY = 1

const queue = new TimerQueue()
let lastId = 0
let lastOrder = 0
let wakeUpAt = Infinity
let nesting = 0

function arm(due: number): void {
  // A wake-up that comes too early costs one empty tick; clearing a timer crosses nothing.
  if (due >= wakeUpAt) return
  wakeUpAt = due
  runtime.wakeUp(mathMax(0, due - dateNow()))
}

function enqueue(timer: Timer): void {
  const wait =
    timer.nesting > MAX_FAST_NESTING ? mathMax(timer.delay, MIN_NESTED_DELAY) : timer.delay
  timer.due = dateNow() + wait
  timer.order = ++lastOrder
  queue.add(timer)
  arm(timer.due)
}

/** Runs a callback after a delay in milliseconds; for the runtime's own use and for the globals. */
export function setTimer(callback: () => void, delay: number, repeats = false): number {
  const id = ++lastId
  enqueue({
    id,
    callback,
    delay: mathMax(delay, MIN_DELAY),
    repeats,
    isCleared: false,
    nesting: nesting + 1,
    due: 0,
    order: 0,
  })

  return id
}

/** Runs a callback in a turn of its own. A task is no timer: it neither waits nor nests. */
export function queueTask(callback: () => void): void {
  enqueue({
    id: ++lastId,
    callback,
    delay: 0,
    repeats: false,
    isCleared: false,
    nesting: 0,
    due: 0,
    order: 0,
  })
}

export function clearTimer(id: number): void {
  queue.clear(id)
}

/** Runs the callback that is due first, if one is due, and asks for the next tick. */
export function tick(): void {
  wakeUpAt = Infinity
  const timer = queue.first()
  if (timer === undefined) return
  if (timer.due <= dateNow()) {
    queue.takeFirst()
    fire(timer)
  }
  const next = queue.first()
  if (next !== undefined) arm(next.due)
}

function fire(timer: Timer): void {
  nesting = timer.nesting
  try {
    timer.callback()
  } catch (error) {
    runtime.reportError(error)
  }
  nesting = 0
  if (!timer.repeats) queue.forget(timer.id)
  else if (!timer.isCleared) {
    timer.nesting += 1
    enqueue(timer)
  }
}

function schedule(
  handler: unknown,
  timeout: unknown,
  repeats: boolean,
  args: Array<unknown>,
): number {
  const source = typeof handler === 'function' ? '' : toText(handler)
  const run = typeof handler === 'function' ? handler : (): unknown => evaluate(source)
  const delay = mathTrunc(toNumber(timeout))

  // NaN, negative and too wide delays are no delay, as in the standard.
  return setTimer(
    () => {
      reflectApply(run, globalThis, args)
    },
    delay > 0 && delay <= MAX_DELAY ? delay : 0,
    repeats,
  )
}

type Schedule = (handler: unknown, timeout?: unknown, ...args: Array<unknown>) => number
type Clear = (id?: unknown) => void

// As methods, since operations are no constructors.
const operations: Record<'setTimeout' | 'setInterval', Schedule> &
  Record<'clearTimeout' | 'clearInterval', Clear> = {
  setTimeout(handler, timeout = 0, ...args) {
    return schedule(handler, timeout, false, args)
  },
  setInterval(handler, timeout = 0, ...args) {
    return schedule(handler, timeout, true, args)
  },
  clearTimeout(id = 0) {
    clearTimer(toNumber(id))
  },
  clearInterval(id = 0) {
    clearTimer(toNumber(id))
  },
}

export const setTimeout: Schedule = operations.setTimeout
export const setInterval: Schedule = operations.setInterval
export const clearTimeout: Clear = operations.clearTimeout
export const clearInterval: Clear = operations.clearInterval
