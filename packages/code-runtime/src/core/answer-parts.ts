// An answer that arrives in parts, because it is longer than one message. A program can send parts itself,
// so what is kept is bounded.

import { PAYLOAD_LIMIT } from '@supolka/codemode-executor-protocol'

/** UTF-16 units of all parts: the largest value, and as much again for how it is quoted. */
const UNITS_LIMIT = 2 * PAYLOAD_LIMIT

export type AnswerParts = {
  /** Takes a part; anything that is none is passed over. */
  add(payload: Record<string, unknown>): void
  /** The whole answer of `count` parts; undefined where one is missing or they are too much. */
  join(count: number): string | undefined
}

export function collectParts(): AnswerParts {
  const parts = new Map<number, string>()
  let units = 0

  return {
    add(payload) {
      const { n, part } = payload
      if (typeof n !== 'number' || typeof part !== 'string' || parts.has(n)) return
      units += part.length
      if (units <= UNITS_LIMIT) parts.set(n, part)
      else parts.clear()
    },
    join(count) {
      const texts = Array.from({ length: Math.min(count, parts.size + 1) }, (_, n) => parts.get(n))

      return texts.includes(undefined) ? undefined : texts.join('')
    },
  }
}
