// Values between tools and programs, as the dialect writes them: JSON with tagged binary values. Where
// the executor's own codec makes bytes of an ArrayBuffer, the dialect keeps it one.

import {
  BINARY_TAG,
  decodeBinaryValue,
  encodeBinaryValue,
} from '@supolka/codemode-executor-protocol'

/** The key that marks a binary value in the dialect. */
export const DIALECT_TAG = '__codemode_binary_v1__'

/** `Uint8Array` and `ArrayBuffer` come back as what they were, any other view as its bytes. */
function encodeBinary(value: unknown): unknown {
  const tagged = encodeBinaryValue(value)
  if (tagged === undefined) return undefined
  const kind = value instanceof ArrayBuffer ? 'ArrayBuffer' : tagged[BINARY_TAG]

  return { [DIALECT_TAG]: kind, data: tagged.data }
}

function decodeBinary(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, DIALECT_TAG))
    return value
  const { [DIALECT_TAG]: kind, data } = value as { [DIALECT_TAG]?: unknown; data?: unknown }
  const bytes = decodeBinaryValue({ [BINARY_TAG]: 'Uint8Array', data })
  if (bytes === undefined) return value

  return kind === 'ArrayBuffer' ? Uint8Array.from(bytes).buffer : bytes
}

function replaceBinary(this: Record<string, unknown>, key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value

  // JSON has called toJSON already; the holder still has the value itself, such as a Node Buffer.
  return encodeBinary(this[key]) ?? value
}

/** The JSON text of an answer. Throws for a cycle, a BigInt, or a getter that throws. */
export function stringifyAnswer(answer: { result?: unknown; error?: string }): string {
  return JSON.stringify(answer, replaceBinary)
}

/** The arguments of a call: none for an empty text, else the list that the text is. */
export function parseArguments(text: string): Array<unknown> {
  if (text === '') return []
  const value: unknown = text.includes(DIALECT_TAG)
    ? JSON.parse(text, (_key, nested) => decodeBinary(nested))
    : JSON.parse(text)

  return Array.isArray(value) ? value : [value]
}
