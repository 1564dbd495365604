// The host functions that every row offers to its programs.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Tool } from '../rows/row.ts'

export type HostTools = {
  tools: Record<string, Tool>
  /** How many calls of `hold` wait for `release`. */
  held: () => number
  release: () => void
}

export function createHostTools(): HostTools {
  const waiting: Array<(answer: unknown) => void> = []

  return {
    tools: {
      echo: async (arg) => arg,
      slow: (arg) => sleep(10, arg),
      len: async (arg) => textOf(arg).length,
      hold: () => new Promise((resolve) => waiting.push(resolve)),
    },
    held: () => waiting.length,
    release: () => {
      for (const resolve of waiting.splice(0)) resolve({ released: true })
    },
  }
}

function textOf(arg: unknown): string {
  const isText = typeof arg === 'object' && arg !== null && 's' in arg && typeof arg.s === 'string'

  return isText ? String(arg.s) : ''
}
