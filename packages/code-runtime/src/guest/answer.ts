// The answer of a run: one JSON text with `value`, `thrown`, `invalid` or `over`, or with none of them
// for a run without a value. One too long for a single message leaves in parts.

import { dispatch } from './entry-scope.ts'
import { whenSettled } from './promises.ts'
import { ANSWER_CHANNEL, VALUE_MARK, type GuestSettings } from './settings.ts'
import type { Transit } from './transit.ts'
import { describeThrown } from './thrown.ts'
import { jsonStringify, stringSlice, toText } from './values/intrinsics.ts'
import { renderText } from './values/render.ts'
import { cutToBytes, exceeds, utf8Size } from './values/text-size.ts'

/** A text of this many UTF-16 units fits into one message: quoted again, each takes three bytes at most. */
const PART_UNITS = 2_097_152

/** The answer of a program that completed with `value`. */
export function answerOfValue(value: unknown, settings: GuestSettings, transit: Transit): string {
  if (value === undefined) return '{}'
  const encoded = transit.encodeCompletion(value, settings.valueLimit + ENVELOPE_UNITS)
  const isOver = encoded.over === true || isPast(encoded.members, settings)
  if (settings.values === 'json') {
    if (isOver) return '{"over":true}'

    return encoded.members === undefined ? '{"invalid":true}' : valueAnswer(encoded.members)
  }
  if (encoded.members !== undefined && !isOver) return valueAnswer(encoded.members)

  return valueAnswer(`"=":${jsonStringify(renderWithin(value, settings.valueLimit))}`)
}

/** The answer of a program that threw. */
export function answerOfThrow(thrown: unknown, { valueLimit }: GuestSettings): string {
  return `{"thrown":${describeThrown(thrown, valueLimit)}}`
}

const valueAnswer = (members: string): string => `{"value":{${members}}}`

/** The key before the value, which is no part of its size. */
const ENVELOPE_UNITS = '"=":'.length

function isPast(members: string | undefined, { valueLimit }: GuestSettings): boolean {
  return members !== undefined && exceeds(members, valueLimit + ENVELOPE_UNITS)
}

/** A rendering that fits, with the mark where something is missing. */
function renderWithin(value: unknown, limit: number): string {
  const text = renderText(value, limit + 1)
  if (!exceeds(text, limit)) return text

  return cutToBytes(text, limit - utf8Size(VALUE_MARK)) + VALUE_MARK
}

/** Gives `resolve` the answer, or the number of parts in which it has left. */
export function sendAnswer(text: string, resolve: (answer: string) => void): void {
  if (text.length <= PART_UNITS) {
    resolve(text)
    return
  }
  let open = 0
  let count = 0
  const onSettled = (): void => {
    open -= 1
    if (open === 0) resolve(`{"parts":${toText(count)}}`)
  }
  for (let start = 0; start < text.length; start += PART_UNITS) {
    const part = jsonStringify(stringSlice(text, start, start + PART_UNITS))
    open += 1
    whenSettled(
      dispatch(ANSWER_CHANNEL, 'part', `{"n":${toText(count)},"part":${part}}`),
      onSettled,
      onSettled,
    )
    count += 1
  }
}
