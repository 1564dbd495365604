// The answer of the guest half as an end. A program can forge it, so its shape is checked, and all that a
// forged one can bring about is another end of the program's own run.

import type { AnswerParts } from './answer-parts.ts'
import type { End } from './ending.ts'
import { describeThrown } from './describe-thrown.ts'
import { isRecord } from './record.ts'
import type { HostTransit } from './transit.ts'
import { exceeds } from '../guest/values/text-size.ts'

const OUTSIDE: End = {
  type: 'exception',
  message: 'The program ended outside the function that it is the body of.',
}

export type AnswerContext = {
  parts: AnswerParts
  transit: HostTransit
  /** Lines of the program, for positions. */
  lines: number
}

/** Reads what the executor gave as the run's result. Never throws. */
export function readAnswer(result: unknown, context: AnswerContext): End {
  const answer = parseAnswer(result)
  if (answer === undefined) return OUTSIDE
  if (typeof answer.parts !== 'number') return endOf(answer, String(result), context)
  const text = context.parts.join(answer.parts)
  if (text === undefined) return { type: 'over' }
  const whole = parseAnswer(text)

  return whole === undefined ? OUTSIDE : endOf(whole, text, context)
}

function parseAnswer(text: unknown): Record<string, unknown> | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const answer: unknown = JSON.parse(text)

    return isRecord(answer) ? answer : undefined
  } catch {
    return undefined
  }
}

function endOf(
  { thrown, invalid, over, value: holder }: Record<string, unknown>,
  text: string,
  { transit, lines }: AnswerContext,
): End {
  if (isRecord(thrown)) return { type: 'exception', message: describeThrown(thrown, lines) }
  if (invalid === true) return { type: 'invalid' }
  if (over === true) return { type: 'over' }
  if (!isRecord(holder)) return { type: 'completed' }
  try {
    const value = transit.decode(holder, text)

    return {
      type: 'completed',
      completion: { value, isWithin: (limit) => !exceeds(text, limit + ENVELOPE_BYTES) },
    }
  } catch {
    return OUTSIDE
  }
}

/** What stands around a value: both ways in which one crosses have a key of one character. */
const ENVELOPE_BYTES = '{"value":{"=":}}'.length
