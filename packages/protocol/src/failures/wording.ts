// How the facts of a failure read inside its text: names in quotes, lists, sizes. Everything that a
// program chose is shortened here, so that no text grows with what it reports.

import { charCodeAt, stringSlice } from '../primordials.ts'

const NAME_BOUND = 128
const LIST_BOUND = 2_000

function shortenName(name: string): string {
  if (name.length <= NAME_BOUND) return name
  const last = charCodeAt(name, NAME_BOUND - 2)
  // A cut between the halves of a surrogate pair would leave half a character.
  const end = last >= 0xd800 && last <= 0xdbff ? NAME_BOUND - 2 : NAME_BOUND - 1
  return `${stringSlice(name, 0, end)}…`
}

/** A name in double quotes, as it is apart from its length. */
export function quoteName(name: string): string {
  return `"${shortenName(name)}"`
}

/** Names joined with commas; past the bound the rest is counted instead of named. */
export function listNames(names: Array<string>): string {
  let text = ''
  for (let index = 0; index < names.length; index += 1) {
    if (text.length > LIST_BOUND) return `${text} and ${names.length - index} more`
    text += (index === 0 ? '' : ', ') + shortenName(names[index] ?? '')
  }
  return text
}

/** A whole number with its digits grouped as en-US does, wherever the executor runs. */
export function groupDigits(count: number): string {
  const digits = `${count}`
  let text = ''
  for (let index = 0; index < digits.length; index += 1) {
    if (index > 0 && (digits.length - index) % 3 === 0) text += ','
    text += stringSlice(digits, index, index + 1)
  }
  return text
}
