// Turns the text of a flag or a variable into the value of its option. Ranges are not looked at: the
// options' own checks do that.

import { readFileSync } from 'node:fs'
import type { Flag, FlagKind } from './flag.ts'
import { UsageError } from './usage-error.ts'

type Read = (text: string, label: string, flag: Flag) => unknown

/**
 * The value of one text. Throws a UsageError with `label` (where the text came from, such as
 * `flag --port`), what was expected and what came.
 */
export function readValue(flag: Flag, text: string, label: string): unknown {
  return READERS[flag.kind](text, label, flag)
}

/** The file that a flag names. Throws a UsageError for one that cannot be read. */
export function readFileOf(path: string, label: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = String(Reflect.get(Object(error), 'code'))
    return refuse(label, 'the path of a file that can be read', `${JSON.stringify(path)} (${code})`)
  }
}

const READERS: { [Kind in FlagKind]: Read } = {
  number: (text, label) => readNumber(text, label, 'a number'),
  'number-or-none': (text, label) =>
    text === 'none' ? null : readNumber(text, label, 'a number or "none"'),
  switch: (text, label) => {
    if (text === 'true' || text === 'false') return text === 'true'

    return refuse(label, '"true" or "false"', JSON.stringify(text))
  },
  text: (text) => text,
  list: (text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  choice: (text, label, { choices = [] }) => {
    if (choices.includes(text)) return text
    const expected = choices.map((one) => JSON.stringify(one)).join(', ')

    return refuse(label, `one of ${expected}`, JSON.stringify(text))
  },
  file: (path, label) => {
    readFileOf(path, label)

    return path
  },
  'json-file': (path, label) => {
    const text = readFileOf(path, label)
    try {
      return JSON.parse(text)
    } catch {
      return refuse(label, 'the path of a file with JSON text', JSON.stringify(path))
    }
  },
}

/** Digits may be grouped as in `1_000`, the way the reference writes them. */
function readNumber(text: string, label: string, expected: string): number {
  if (/^-?\d+(_\d+)*(\.\d+)?$/.test(text)) return Number(text.replaceAll('_', ''))

  return refuse(label, expected, JSON.stringify(text.slice(0, 40)))
}

function refuse(label: string, expected: string, received: string): never {
  throw new UsageError(`The ${label} must be ${expected}, and ${received} came.`)
}
