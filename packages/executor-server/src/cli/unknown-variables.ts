// Finds variables that were meant for the command and reach nothing.

import { ENVIRONMENT_PREFIX, variableName } from './flag.ts'
import { FLAGS } from './flags.ts'
import type { Environment } from './read-flags.ts'

/**
 * Variables that look like ours and belong to no flag, such as misspelt ones. What Kubernetes sets for
 * Services whose names begin like the command is left out.
 */
export function unknownVariables(environment: Environment): Array<string> {
  const known = new Set(Object.keys(FLAGS).map(variableName))

  return Object.keys(environment).filter((name) => {
    const isOurs = name.startsWith(ENVIRONMENT_PREFIX) && !known.has(name)

    return isOurs && !/_(?:SERVICE|PORT)(?:_|$)/.test(name)
  })
}
