// The text of whatever was thrown.

import { stringifyForDispatch } from './codec.ts'
import { objectToString, stringSlice, toText } from './primordials.ts'

const LENGTH_BOUND = 1_000

function renderedValue(thrown: unknown): string {
  try {
    const text = typeof thrown === 'object' ? (stringifyForDispatch(thrown) ?? '') : toText(thrown)
    if (text !== '') return stringSlice(text, 0, LENGTH_BOUND)
  } catch {
    // A value that cannot even be rendered is still a throw, and still gets a text.
  }
  return 'one that has no text'
}

function messageOf(thrown: object): string | undefined {
  try {
    const { message } = thrown as { message?: unknown }
    if (typeof message !== 'string') return undefined
    // An error with an empty message says so; an empty `message` of anything else says nothing.
    return message !== '' || objectToString(thrown) === '[object Error]' ? message : undefined
  } catch {
    // A getter or a proxy that throws: the value has no message to read.
    return undefined
  }
}

/**
 * What a thrown value says: the message of an error, a string as it is, and a sentence with the
 * value for anything else. Only an error whose message is empty gives an empty text. Never throws.
 */
export function thrownText(thrown: unknown): string {
  if (typeof thrown === 'string' && thrown !== '') return thrown
  if (thrown !== null && (typeof thrown === 'object' || typeof thrown === 'function')) {
    const message = messageOf(thrown)
    if (message !== undefined) return message
  }
  return `A value that is not an error was thrown: ${renderedValue(thrown)}`
}
