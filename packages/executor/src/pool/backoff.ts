// Pauses before children are started again after one failed to start or died for no reason, each time
// longer, so that a machine on which none can live is not worn out by trying.

/** The first pause and the longest one, in milliseconds. */
const FIRST_MS = 250
const LONGEST_MS = 10_000

export class Backoff {
  readonly #onEnd: () => void
  #timer: NodeJS.Timeout | undefined
  #nextMs = FIRST_MS

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
  }

  get isPausing(): boolean {
    return this.#timer !== undefined
  }

  /** Begins a pause, unless there is one already. */
  pause(): void {
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#onEnd()
    }, this.#nextMs).unref()
    this.#nextMs = Math.min(this.#nextMs * 2, LONGEST_MS)
  }

  /** A child has done its work: the next pause is short again. */
  reset(): void {
    this.#nextMs = FIRST_MS
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
