// The host's pessimistic view of a run clock: what the child reported last, and all wall time since
// then. It ends a run whose child has stopped reporting; while the child is well, the child is first.

/** A run is over at most 250 ms after its bound: this, one look, and the kill must fit. */
const GRACE_MS = 130

/** A child that says nothing for this long is gone, whatever its run had left. */
const SILENCE_MS = 10_000

export class ChildClock {
  readonly #timeout: number
  #spentMs = 0
  #reportedAt = 0

  constructor(timeout: number) {
    this.#timeout = timeout
  }

  /** Milliseconds spent, as reported last. */
  get spentMs(): number {
    return this.#spentMs
  }

  report(spentMs: number): void {
    this.#spentMs = spentMs
    this.#reportedAt = performance.now()
  }

  isOver(): boolean {
    return this.#spentMs + this.#silence() > this.#timeout + GRACE_MS
  }

  isSilent(): boolean {
    return this.#silence() > SILENCE_MS
  }

  #silence(): number {
    return performance.now() - this.#reportedAt
  }
}
