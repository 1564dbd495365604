// The host's side of the two ways in which values cross. Its own stacks never do: they show its paths.

import { thrownText } from '@supolka/codemode-executor-protocol'
import { JSON_TEXTS } from '../guest/settings.ts'
import { decodeClone, encodeClone } from '../guest/values/clone.ts'
import { writeLossless } from '../guest/values/lossless.ts'
import { describeRefusal } from '../guest/values/refusal.ts'

/** How the values of a binding cross. */
export type HostTransit = {
  /** The value of a parsed payload, whose text is there too. Throws for a forged one. */
  decode: (payload: Record<string, unknown>, text: string) => unknown
  /** A resolution as the members of a JSON object; throws an Error that says what cannot cross. */
  encodeResolution: (value: unknown) => string
  /** A rejection as an envelope. */
  encodeRejection: (reason: unknown) => string
}

/** UTF-16 units of one resolution. An executor's own bound is lower and refuses in words. */
const RESOLUTION_LIMIT = 268_435_456

const options = { stacks: false, limit: RESOLUTION_LIMIT }

const TOO_LARGE = 'binding resolution is too large to cross'

export const cloneTransit: HostTransit = {
  decode: decodeClone,
  encodeResolution(value) {
    const encoded = encodeClone(value, options)
    if (encoded.text !== undefined) return encoded.text
    if (encoded.over === true) throw new RangeError(TOO_LARGE)
    const why = describeRefusal(encoded.refusal, 'the resolution')
    throw new TypeError(`binding resolution is not structured-cloneable: ${why}`)
  },
  encodeRejection(reason) {
    const encoded = encodeClone(reason, options)
    const error = `"error":${JSON.stringify(thrownText(reason))}`

    return encoded.text === undefined ? `{${error}}` : `{${error},"thrown":{${encoded.text}}}`
  },
}

export const jsonTransit: HostTransit = {
  decode: decodeJson,
  encodeResolution(value) {
    const { text, over } = writeLossless(value, {
      isPlain: isPlainAnywhere,
      mayRepeat: true,
      limit: RESOLUTION_LIMIT,
    })
    if (text === undefined) throw new TypeError(over === true ? TOO_LARGE : JSON_TEXTS.resolution)

    return `"=":${text}`
  },
  encodeRejection: (reason) => JSON.stringify({ error: messageOf(reason) }),
}

function messageOf(reason: unknown): string {
  try {
    return reason instanceof Error ? reason.message : String(reason)
  } catch {
    return thrownText(reason)
  }
}

/** What JSON text can say and no lossless value reads back as: `-0`, and perhaps an infinite number. */
const LOSSY_NUMBER = /-0(?![.\d])|\d[eE][-+]?\d/

/** The JSON value of a payload. Only a forged text can hold what is lossy. */
function decodeJson(payload: Record<string, unknown>, text: string): unknown {
  const { '=': value } = payload
  if (!LOSSY_NUMBER.test(text)) return value
  const { refusal } = writeLossless(value, {
    isPlain: isPlainAnywhere,
    mayRepeat: true,
    limit: Infinity,
  })
  if (refusal !== undefined) throw new TypeError(JSON_TEXTS.arguments)

  return value
}

/** Whether a prototype is that of plain objects, of this realm or of another one. */
function isPlainAnywhere(prototype: object | null): boolean {
  if (prototype === null || prototype === Object.prototype) return true
  if (Object.getPrototypeOf(prototype) !== null || !Object.hasOwn(prototype, 'constructor'))
    return false
  const { constructor } = prototype

  return (
    typeof constructor === 'function' &&
    constructor.prototype === prototype &&
    Function.prototype.toString.call(constructor) === NATIVE_OBJECT
  )
}

const NATIVE_OBJECT: string = Function.prototype.toString.call(Object)
