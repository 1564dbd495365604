// Callers' outbound functions that retained executions keep using. Each is a duplicate of the stub that
// came with its call, and is disposed when the handles close, on whatever connection that happens.

/** A stub that outlives its call. */
export type LentStub = Disposable

export class LentOutbounds {
  readonly #byExecution = new Map<string, LentStub>()
  /** Handles that closed before their grant was heard of, kept only while a grant may be under way. */
  readonly #closedEarly = new Set<string>()
  #pendingGrants = 0

  /** How many are held. */
  get size(): number {
    return this.#byExecution.size
  }

  /** A call with a stub has begun that may grant handles: `settle` follows. */
  begin(): void {
    this.#pendingGrants += 1
  }

  /** The call has settled: its stub is kept for the execution that was granted, or disposed. */
  settle(stub: LentStub, executionId: string | undefined): void {
    this.#pendingGrants -= 1
    if (executionId === undefined || this.#closedEarly.has(executionId)) stub[Symbol.dispose]()
    else this.#byExecution.set(executionId, stub)
    if (this.#pendingGrants === 0) this.#closedEarly.clear()
  }

  /** The handles of an execution are closed. */
  onHandlesClosed(executionId: string): void {
    const stub = this.#byExecution.get(executionId)
    this.#byExecution.delete(executionId)
    if (stub !== undefined) stub[Symbol.dispose]()
    else if (this.#pendingGrants > 0) this.#closedEarly.add(executionId)
  }
}
