// The texts for TypeScript that cannot be taken out, since it stands for code. Each says what to write.

import { tokenizer } from 'acorn'
import { countLineBreaks } from './edit-text.ts'
import { SCRIPT_OPTIONS } from './parse-script.ts'
import type { Remainder } from './strip-types.ts'

type Advice = (line: number) => string

const ofParameter: Advice = (line) =>
  `The parameter property on line ${line} is TypeScript that stands for code and cannot be taken out. ` +
  'Declare a plain parameter and assign it to the property in the constructor.'

const ofNamespace: Advice = (line) =>
  `The namespace on line ${line} is TypeScript that stands for code and cannot be taken out. ` +
  'Write its members directly, or as the properties of one object.'

/** By the first token, those left out that only stand in front. */
const ADVICE: ReadonlyMap<string, Advice> = new Map([
  [
    'enum',
    (line) =>
      `The enum on line ${line} is TypeScript that stands for code and cannot be taken out. ` +
      'Write a plain object, such as const Level = { Low: 1, High: 2 }.',
  ],
  ['namespace', ofNamespace],
  ['module', ofNamespace],
  ['public', ofParameter],
  ['private', ofParameter],
  ['protected', ofParameter],
  ['readonly', ofParameter],
  [
    '<',
    (line) =>
      `Unexpected token '<' on line ${line}: JSX and assertions of the form <Type>value are no ` +
      'JavaScript. Write value as Type, and build text instead of elements.',
  ],
  [
    'import',
    (line) =>
      `The assignment of an import on line ${line} is TypeScript that stands for code and cannot be ` +
      'taken out. Use an import declaration or await import(...).',
  ],
  [
    '=',
    (line) =>
      `The assignment of an export on line ${line} is TypeScript that stands for code and cannot be ` +
      'taken out. Return the value instead.',
  ],
])

const ofAssertion: Advice = (line) =>
  `The type assertion on line ${line} holds together what would be read another way without it. ` +
  'Put parentheses around the value and its assertion.'

/** The remainder that `at`, where the stripped text stops making sense, lies in. */
export function remainderAt(remainders: Array<Remainder>, at: number): Remainder | undefined {
  return remainders.find(({ start, end }) => start <= at && at < end)
}

/** What to tell the model about a remainder of `source`. */
export function describeRemainder(source: string, { start, end }: Remainder): string {
  const text = source.slice(start, end)
  const tokens = firstTokens(text)
  const line = countLineBreaks(source.slice(0, start + (tokens[0]?.start ?? 0))) + 1
  const word = tokens
    .map((token) => text.slice(token.start, token.end))
    .find((token) => !LEADING.has(token))

  return (ADVICE.get(word ?? '') ?? ofAssertion)(line)
}

const LEADING: ReadonlySet<string> = new Set(['export', 'declare', 'const'])

function firstTokens(text: string): Array<{ start: number; end: number }> {
  const tokens: Array<{ start: number; end: number }> = []
  try {
    for (const { start, end } of tokenizer(text, SCRIPT_OPTIONS)) {
      tokens.push({ start, end })
      if (tokens.length > LEADING.size) break
    }
  } catch {
    // What was read so far has to do.
  }

  return tokens
}
