// The text of a failed run, for what programs usually throw; everything unusual is rendered by the
// console's group, which most programs never load.

import { isError, reflectGet } from './intrinsics.ts'
import { needGroup } from './load-groups.ts'

type Describe = (thrown: unknown) => string

/** What a thrown value says: always a non-empty text, and never a throw. */
export function describeFailure(thrown: unknown): string {
  try {
    if (isError(thrown)) {
      const message = reflectGet(thrown, 'message')
      if (typeof message === 'string' && message !== '') return message
    }
    const { describeThrown } = needGroup('console') as { describeThrown: Describe }

    return describeThrown(thrown)
  } catch {
    // A hook of the program threw, or it left no room on the stack to say more.
    return UNSPEAKABLE
  }
}

const UNSPEAKABLE = 'A value was thrown that cannot be described.'
