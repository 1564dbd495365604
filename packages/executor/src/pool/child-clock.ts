// The host's own view of a run clock. It ends a run whose child has stopped reporting, or reports what
// cannot be; while the child is well, the child is first.

/** A run is over at most 250 ms after its bound: this, one look, and the kill must fit. */
const GRACE_MS = 130

/** A child that says nothing for this long is gone, whatever its run had left. */
const SILENCE_MS = 10_000

/**
 * For how long a message may be on its way. Child and host see a host wait begin and end that much
 * apart, and what the host counts itself is too much by as much for every wait.
 */
const LATENCY_MS = 20

export class ChildClock {
  readonly #timeout: number
  #spentMs = 0
  #reportedAt = 0
  /** Wall time without an open host wait, which no honest clock falls behind; counted here. */
  #countedMs = 0
  #countedSince = 0
  #openWaits = 0
  #endedWaits = 0

  constructor(timeout: number) {
    this.#timeout = timeout
  }

  /** Starts at zero, with this many host waits open. */
  start(openWaits = 0): void {
    this.#openWaits = openWaits
    this.#reportedAt = performance.now()
    this.#countedSince = this.#reportedAt
  }

  /** What the child says has been spent, in milliseconds. Throws if that is less than it said before. */
  report(spentMs: number): void {
    if (spentMs < this.#spentMs) throw new RangeError('A run clock went backwards.')
    this.#spentMs = spentMs
    this.#reportedAt = performance.now()
  }

  /** A host wait begins (1) or ends (-1). */
  turn(change: 1 | -1): void {
    const now = performance.now()
    if (this.#openWaits === 0) this.#countedMs += now - this.#countedSince
    this.#openWaits += change
    if (change < 0) this.#endedWaits += 1
    this.#countedSince = now
  }

  isOver(): boolean {
    const bound = this.#timeout + GRACE_MS

    return this.#spentMs + this.#silence() > bound || this.#counted() > bound + this.#allowance()
  }

  isSilent(): boolean {
    return this.#silence() > SILENCE_MS
  }

  #silence(): number {
    return performance.now() - this.#reportedAt
  }

  #counted(): number {
    const running = this.#openWaits === 0 ? performance.now() - this.#countedSince : 0

    return this.#countedMs + running
  }

  #allowance(): number {
    return this.#endedWaits * LATENCY_MS
  }
}
