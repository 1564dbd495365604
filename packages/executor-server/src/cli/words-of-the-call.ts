// Checks of options speak of options. Whoever called the command gave flags and variables.

import { flagName } from './flag.ts'
import { FLAGS } from './flags.ts'
import type { Call } from './read-flags.ts'

/** Rewrites the names of options in a text into flags, or into the variables they came from. */
export function inWordsOfTheCall(text: string, { given }: Call): string {
  const labelOf = (option: string): string | undefined => {
    const known = given.get(option)?.label

    return known ?? (Object.hasOwn(FLAGS, option) ? `flag ${flagName(option)}` : undefined)
  }

  return (
    text
      // What only code can give is no way out here.
      .replace(' or the option "authenticate"', '')
      .replaceAll(/\boption "(\w+)"/g, (found, option: string) => labelOf(option) ?? found)
      .replaceAll(/\boutboundPolicy\.(\w+)/g, (found, option: string) => {
        const label = labelOf(option)

        return label === undefined ? found : `The ${label}`
      })
      .replace(' or null,', ' or "none",')
  )
}
