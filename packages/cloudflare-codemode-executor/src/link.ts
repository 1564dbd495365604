// The way to one address: its present session, opened again on demand with a growing pause.

import { ExecutorError } from '@supolka/codemode-executor-protocol'
import type { ConnectSettings } from './connect-options.ts'
import { brokenFault, closedFault, rejectedFault } from './connection-faults.ts'
import { Session } from './session.ts'

export class Link {
  readonly address: string
  readonly #settings: ConnectSettings
  /** Every session that is not over, retired ones included. */
  readonly #sessions = new Set<Session>()
  #session: Session | undefined
  #opening: Promise<Session> | undefined
  #failures = 0
  #lastFailureAt = 0
  #wake: () => void = () => undefined
  /** Ends what is being opened as well. */
  readonly #closing = new AbortController()

  constructor(address: string, settings: ConnectSettings) {
    this.address = address
    this.#settings = settings
  }

  /** The session that calls would use, if one is open. */
  get present(): Session | undefined {
    // One that has just ended is forgotten a moment later.
    return this.#session?.end === undefined ? this.#session : undefined
  }

  /** Opens the first session. Rejects with `CONNECTION_REJECTED` or `PROTOCOL_MISMATCH`. */
  async connect(): Promise<void> {
    try {
      await this.#open()
    } catch (failure) {
      throw failure instanceof ExecutorError ? failure : rejectedFault(this.address, failure)
    }
  }

  /**
   * The open session, or a new one in its place. Rejects with `CONNECTION_BROKEN`, which is worth
   * another try unless the link is closed, or with `PROTOCOL_MISMATCH`.
   */
  async session(): Promise<Session> {
    if (this.#isClosed) throw closedFault()
    const { present } = this
    if (present !== undefined) return present
    this.#opening ??= this.#reopen().finally(() => {
      this.#opening = undefined
    })

    return this.#opening
  }

  /** The server behind a session turns work away: the next call gets another one. */
  retire(session: Session): void {
    if (this.#session === session) this.#session = undefined
    session.retire()
  }

  /** Ends every session, and with them every open call. Resolves when the sockets are gone. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#wake()
    const sessions = [...this.#sessions]
    for (const session of sessions) session.close('RemoteExecutor is closed')
    await Promise.all(sessions.map(({ gone }) => gone))
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  async #reopen(): Promise<Session> {
    await this.#pause()
    if (this.#isClosed) throw closedFault()
    try {
      return await this.#open()
    } catch (failure) {
      if (this.#isClosed) throw closedFault()
      this.#failures += 1
      this.#lastFailureAt = performance.now()
      if (failure instanceof ExecutorError) throw failure
      throw brokenFault(this.address, failure)
    }
  }

  async #open(): Promise<Session> {
    const session = await Session.open(this.address, this.#settings, this.#closing.signal)
    if (this.#isClosed) {
      session.close('RemoteExecutor is closed')
      throw closedFault()
    }
    this.#failures = 0
    this.#session = session
    this.#sessions.add(session)
    void session.ended.then(() => this.#forget(session))

    return session
  }

  #forget(session: Session): void {
    this.#sessions.delete(session)
    if (this.#session === session) this.#session = undefined
  }

  /** Nobody is helped by clients that all come back at once, so the pause is drawn by lot. */
  async #pause(): Promise<void> {
    if (this.#failures === 0) return
    const { minReconnectDelay, maxReconnectDelay } = this.#settings
    const longest = Math.min(maxReconnectDelay, minReconnectDelay * 2 ** (this.#failures - 1))
    const delay = longest * (0.5 + Math.random() / 2)
    const left = delay - (performance.now() - this.#lastFailureAt)
    if (left <= 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, left)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
