// The pool's heartbeat: while there is work it keeps the host process alive and looks at the bounds the
// host keeps by itself. Without work it stops, and an idle executor lets its process exit.

/** How often it looks, in milliseconds. */
const INTERVAL_MS = 50

/** Beats without work before it stops; starting anew for every run would cost each of them. */
const IDLE_BEATS = 20

export class Pulse {
  readonly #look: () => void
  #timer: NodeJS.Timeout | undefined
  #isHeld = false
  #idleBeats = 0

  constructor(look: () => void) {
    this.#look = look
  }

  /** Whether there is work: only then does the pulse keep the process alive. */
  hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return
    this.#isHeld = isHeld
    this.#idleBeats = 0
    if (!isHeld) this.#timer?.unref()
    else if (this.#timer === undefined) this.#timer = setInterval(this.#beat, INTERVAL_MS)
    else this.#timer.ref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#isHeld = false
  }

  readonly #beat = (): void => {
    if (this.#isHeld) {
      // After this process was busy its timers run before it reads: look once the pipes were read.
      setImmediate(this.#look)
    } else {
      this.#idleBeats += 1
      if (this.#idleBeats > IDLE_BEATS) this.stop()
    }
  }
}
