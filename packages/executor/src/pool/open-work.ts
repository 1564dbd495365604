// What one run has open at the host, by number and bytes. The child keeps its own, lower counts, and
// ids only rise: whoever goes past that is no child in order.

/** Tool calls and requests of one run that may be open at once. */
const MAX_OPEN = 8_192

/** Bytes of their payloads. */
const MAX_BYTES = 256 * 1_048_576

export class OpenWork {
  readonly #lastIds = { call: -1, request: -1 }
  #count = 0
  #bytes = 0

  /** Throws when the id is not new or too much is open. */
  begin(kind: 'call' | 'request', id: number, bytes: number): void {
    if (id <= this.#lastIds[kind]) throw new RangeError(`A ${kind} came twice or out of turn.`)
    this.#lastIds[kind] = id
    this.#count += 1
    this.#bytes += bytes
    if (this.#count > MAX_OPEN || this.#bytes > MAX_BYTES) {
      throw new RangeError('More is open at once than a child in order lets through.')
    }
  }

  end(bytes: number): void {
    this.#count -= 1
    this.#bytes -= bytes
  }
}
