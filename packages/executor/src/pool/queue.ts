// Executions that wait for a worker, first come first served. Nested ones go first: the run that waits
// for them holds a worker meanwhile.

import type { Execution } from './execution.ts'

export class Queue {
  readonly #nested = new Set<Execution>()
  readonly #plain = new Set<Execution>()

  get length(): number {
    return this.#nested.size + this.#plain.size
  }

  get nestedLength(): number {
    return this.#nested.size
  }

  add(execution: Execution, isNested: boolean): void {
    const lane = isNested ? this.#nested : this.#plain
    lane.add(execution)
  }

  remove(execution: Execution): void {
    this.#nested.delete(execution)
    this.#plain.delete(execution)
  }

  /** The execution whose turn it is. */
  take(): Execution | undefined {
    for (const lane of [this.#nested, this.#plain]) {
      const [first] = lane
      if (first === undefined) continue
      lane.delete(first)

      return first
    }

    return undefined
  }

  /** Takes out all but the nested ones. */
  takePlain(): Array<Execution> {
    const plain = [...this.#plain]
    this.#plain.clear()

    return plain
  }

  takeAll(): Array<Execution> {
    const all = [...this.#nested, ...this.#plain]
    this.#nested.clear()
    this.#plain.clear()

    return all
  }
}
