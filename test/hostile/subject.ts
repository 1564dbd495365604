// The executor under attack, replaced by a fresh one when a case has broken it.

import type { Executor } from '@supolka/codemode-executor'
import { brief } from './brief.ts'
import { isSame } from './expectation.ts'
import { LATE, within } from './within.ts'

const CANARY_MS = 15_000
const DISPOSE_MS = 5000

export type Subject = {
  executor: Executor
  /** Runs an honest program; the answer is a complaint when it does not get its result. */
  canary(): Promise<string | undefined>
  replace(): Promise<void>
  dispose(): Promise<void>
}

/** Puts executors of `create` under attack, one at a time. */
export function createSubject(create: () => Executor): Subject {
  const subject: Subject = {
    executor: create(),
    canary: () => canaryOf(subject.executor),
    replace: async () => {
      await subject.dispose()
      subject.executor = create()
    },
    dispose: async () => {
      await within(subject.executor.dispose(), DISPOSE_MS)
    },
  }

  return subject
}

async function canaryOf(executor: Executor): Promise<string | undefined> {
  const run = executor.execute({
    code: `async () => { console.log('c'); return [1, 'canary'] }`,
    outbound: null,
    timeout: 10_000,
  })
  try {
    const outcome = await within(run, CANARY_MS)
    if (outcome === LATE) return `the next run got no answer within ${CANARY_MS} ms`
    if (outcome.error === undefined && isSame(outcome.result, [1, 'canary'])) return undefined

    return `the next run is broken: ${brief(outcome)}`
  } catch (failure) {
    return `the next run was rejected: ${brief(String(failure))}`
  }
}
