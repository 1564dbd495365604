// The text of a budget that ran out: which one, and what can be done.

import type { End } from './core/ending.ts'

type Timeout = Extract<End, { type: 'timeout' }>

const ADVICE: Record<Timeout['budget'], string> = {
  compute: 'Do less work per run and return the part that is already finished.',
  wall: 'Waiting counts here; make fewer or shorter calls per run.',
  executor: 'Do less work per run and return the part that is already finished.',
}

const NAMES: Record<Timeout['budget'], string> = {
  compute: 'compute budget exhausted',
  wall: 'wall-clock ceiling reached',
  executor: "executor's own time bound reached",
}

/** The budget by its name, in the words that the published contract pins. */
export function nameBudget({ budget, ms }: Timeout): string {
  return `${NAMES[budget]} (${ms}ms${budget === 'compute' ? ' busy' : ''})`
}

/** The same with advice for whoever writes the next attempt. */
export function describeTimeout(timeout: Timeout): string {
  return `${nameBudget(timeout)}. ${ADVICE[timeout.budget]}`
}
