// Fills the reserves of prepared isolates while nothing runs. Preparing takes a processor for some
// milliseconds, so while runs follow each other closely a child prepares only what it cannot do without.

import type { Worker } from './worker.ts'

type Reserved = Pick<Worker, 'reserve' | 'prepare'>

/** Isolates that wait in each worker. Each holds about a megabyte. */
const RESERVE = 3

/** How long nothing must have run, in milliseconds: the next run may follow at once. */
const REST_MS = 1

export class Refill {
  readonly #ready: Array<Reserved>
  #timer: NodeJS.Timeout | undefined

  /** `ready` are the workers that may be taken; one that prepares is taken out until it is ready again. */
  constructor(ready: Array<Reserved>) {
    this.#ready = ready
  }

  /** Nothing runs: begins to wait, unless it does already. */
  start(): void {
    this.#timer ??= setTimeout(this.#order, REST_MS).unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** One worker at a time, so that the others can be taken meanwhile. */
  readonly #order = (): void => {
    this.#timer = undefined
    const index = this.#ready.findLastIndex(({ reserve }) => reserve < RESERVE)
    const [worker] = index < 0 ? [] : this.#ready.splice(index, 1)
    worker?.prepare()
  }
}
