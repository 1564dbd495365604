// The two ways in which values cross: as structured clones, or as JSON that loses nothing. Each says in
// words what it refuses.

import { decodeClone, encodeClone } from './values/clone.ts'
import { hasOwn, objectPrototype } from './values/intrinsics.ts'
import { writeLossless, type LosslessOptions } from './values/lossless.ts'
import { describeRefusal } from './values/refusal.ts'
import type { GuestSettings } from './settings.ts'
import { JSON_TEXTS } from './settings.ts'

/** An encoded value as the members of a JSON object, or why there is none. */
type Encoded =
  | { members: string; refusal?: undefined; over?: undefined }
  | { refusal: string; members?: undefined; over?: undefined }
  | { over: true; members?: undefined; refusal?: undefined }

/** How the values of a run cross. */
export type Transit = {
  /** Encodes the arguments of a call. */
  encodeArguments: (value: unknown) => Encoded
  /** Encodes a completion of at most `limit` UTF-16 units. */
  encodeCompletion: (value: unknown, limit: number) => Encoded
  /** The value of a parsed object with such members. Throws for what no host sends. */
  decode: (holder: object) => unknown
}

/** UTF-16 units past which arguments are not worth encoding: no message takes them. */
const ARGUMENTS_LIMIT = 16_777_216

const isPlainHere = (prototype: object | null): boolean =>
  prototype === objectPrototype || prototype === null

const losslessWithin = (limit: number): LosslessOptions => ({
  isPlain: isPlainHere,
  mayRepeat: true,
  limit,
})

function encodeJson(value: unknown, limit: number, refusal: string): Encoded {
  const written = writeLossless(value, losslessWithin(limit))
  if (written.text !== undefined) return { members: `"=":${written.text}` }

  return written.over === true ? written : { refusal }
}

const jsonTransit: Transit = {
  encodeArguments: (value) => encodeJson(value, ARGUMENTS_LIMIT, JSON_TEXTS.arguments),
  encodeCompletion: (value, limit) => encodeJson(value, limit, ''),
  decode: (holder) => (hasOwn(holder, '=') ? (holder as { '=': unknown })['='] : undefined),
}

function encodeStructured(value: unknown, limit: number, root: string): Encoded {
  const encoded = encodeClone(value, { stacks: true, limit })
  if (encoded.text !== undefined) return { members: encoded.text }

  return encoded.over === true ? encoded : { refusal: describeRefusal(encoded.refusal, root) }
}

const cloneTransit: Transit = {
  encodeArguments(value) {
    const encoded = encodeStructured(value, ARGUMENTS_LIMIT, 'the argument')
    if (encoded.refusal === undefined) return encoded

    return { refusal: `binding arguments must be structured-cloneable: ${encoded.refusal}` }
  },
  encodeCompletion: (value, limit) => encodeStructured(value, limit, 'the completion'),
  decode: decodeClone,
}

export function transitOf({ values }: GuestSettings): Transit {
  return values === 'json' ? jsonTransit : cloneTransit
}
