// Holds back what nobody waits for, so that it leaves with whatever is sent next and wakes the server
// once, not three times, for one call.

/**
 * A pull asks for an answer, and a release lets go of one. A server of this project answers every call
 * unasked; one that waits for the pull gets it this little later.
 */
const LAZY = /^\["(?:pull|release)",/

/** How long they wait for company, in milliseconds: a trivial run is over by then. */
const DELAY_MS = 2

export class LazyMessages {
  readonly #send: (message: string) => void
  readonly #held: Array<string> = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(send: (message: string) => void) {
    this.#send = send
  }

  /** Sends a message in its order, at once or, if nobody waits for it, a little later. */
  add(message: string): void {
    this.#held.push(message)
    if (!LAZY.test(message)) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), DELAY_MS)
  }

  /** Drops what is held: there is nobody to send it to any more. */
  drop(): void {
    clearTimeout(this.#timer)
    this.#held.length = 0
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const message of this.#held.splice(0)) this.#send(message)
  }
}
