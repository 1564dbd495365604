// The open calls of one session: how many there are, which of them wait for the peer, and their end
// when the session ends.

import { ExecutorError } from '@supolka/codemode-executor-protocol'

export class SessionCalls {
  readonly #bound: number
  readonly #open = new Set<AbortController>()
  #hostWaits = 0
  #hasEnded = false
  #idle: PromiseWithResolvers<void> | undefined

  constructor(bound: number) {
    this.#bound = bound
  }

  /** Whether the peer is gone, and its functions with it. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get openCalls(): number {
    return this.#open.size
  }

  /** Whether a function of the peer is at work on behalf of one of its calls. */
  get hasHostWaits(): boolean {
    return this.#hostWaits > 0
  }

  /**
   * Does one call. Its controller aborts when the session ends. Rejects with `QUEUE_OVERFLOW` when the
   * session has as many open calls as it may have.
   */
  async run<Result>(work: (controller: AbortController) => Promise<Result>): Promise<Result> {
    if (this.#open.size >= this.#bound) {
      throw new ExecutorError(
        'QUEUE_OVERFLOW',
        `This connection is at its bound of ${this.#bound} open calls. Retry when one of them settles.`,
      )
    }
    const controller = new AbortController()
    if (this.#hasEnded) controller.abort()
    this.#open.add(controller)
    try {
      return await work(controller)
    } finally {
      this.#open.delete(controller)
      if (this.#open.size === 0) this.#rest()
    }
  }

  /** Counts a wait for a function of the peer. */
  async wait<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#hostWaits += 1
    try {
      return await work()
    } finally {
      this.#hostWaits -= 1
    }
  }

  /** Resolves when no call is open. */
  async idle(): Promise<void> {
    if (this.#open.size === 0) return
    this.#idle ??= Promise.withResolvers<void>()
    await this.#idle.promise
  }

  /** The peer is gone: nobody waits for any of this. */
  end(): void {
    this.#hasEnded = true
    for (const controller of this.#open) controller.abort()
  }
  /** Whoever waited hears of it; who comes later waits for the calls of then. */
  #rest(): void {
    this.#idle?.resolve()
    this.#idle = undefined
  }
}
