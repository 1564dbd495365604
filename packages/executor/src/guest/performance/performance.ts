// Performance and its one object: now, timeOrigin and toJSON, as ECMA-429 has it.

import { defineInterface } from '../dom/define-interface.ts'
import { need } from '../dom/need.ts'

const EventTarget: typeof import('../dom/event-target.ts').EventTarget = need('dom').EventTarget

// Marks the runtime's own call of the constructor; a program has no way to get at it.
const TOKEN = {}

export class Performance extends EventTarget {
  readonly #timeOrigin: number = runtime.timeOrigin()

  constructor(...args: Array<unknown>) {
    if (args[0] !== TOKEN) throw new TypeError('Illegal constructor')
    super()
  }

  now(): number {
    void this.#timeOrigin
    return runtime.currentTime()
  }

  get timeOrigin(): number {
    return this.#timeOrigin
  }

  toJSON(): { timeOrigin: number } {
    return { timeOrigin: this.#timeOrigin }
  }
}

defineInterface(Performance, 'Performance')

export const performance: Performance = new Performance(TOKEN)
