// The dispatch codec: JSON that also carries binary values. It runs on the host and beside hostile
// programs, so it uses captured intrinsics, no iteration protocol and no inherited setters.

import { BINARY_TAG, decodeBinaryValue, encodeBinaryValue } from './binary.ts'
import {
  defineOwn,
  isArray,
  isRecord,
  jsonParse,
  jsonStringify,
  objectKeys,
  stringIncludes,
} from './primordials.ts'

function replaceBinary(this: Record<string, unknown>, key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  // JSON has called toJSON already; the holder still has the value itself, such as a Node Buffer.
  const source = this[key]
  return (
    encodeBinaryValue(source) ?? (source === value ? value : (encodeBinaryValue(value) ?? value))
  )
}

/**
 * The JSON text of a value, binary values tagged. Like `JSON.stringify`, it answers undefined for
 * a value that JSON has no text for, and throws for a cycle, a `BigInt` or a getter that throws.
 */
export function stringifyForDispatch(value: unknown): string | undefined {
  const composite = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return composite ? jsonStringify(value, replaceBinary) : jsonStringify(value)
}

/** Containers still to be walked. A linked list, since a program can booby-trap array writes. */
type Pending = { node: Record<string | number, unknown>; next: Pending | undefined }

function decodeChild(
  node: Pending['node'],
  key: string | number,
  next: Pending | undefined,
): Pending | undefined {
  const child = node[key]
  if (!isRecord(child)) return next
  const bytes = decodeBinaryValue(child)
  if (bytes === undefined) return { node: child, next }
  defineOwn(node, key, bytes)
  return next
}

function decodeChildren(node: Pending['node'], next: Pending | undefined): Pending | undefined {
  let pending = next
  if (isArray(node)) {
    for (let index = 0; index < node.length; index += 1) pending = decodeChild(node, index, pending)
    return pending
  }
  const keys = objectKeys(node)
  for (let index = 0; index < keys.length; index += 1) {
    pending = decodeChild(node, keys[index] ?? '', pending)
  }
  return pending
}

function decodeTree(root: unknown): unknown {
  if (!isRecord(root)) return root
  const bytes = decodeBinaryValue(root)
  if (bytes !== undefined) return bytes
  // A loop and not a recursion: JSON.parse reads any depth, and a deep text must not end the host.
  let pending: Pending | undefined = { node: root, next: undefined }
  while (pending !== undefined) pending = decodeChildren(pending.node, pending.next)
  return root
}

/**
 * The value of a JSON text, with every well-formed tagged value turned into a `Uint8Array`.
 * Text that is no JSON throws `SyntaxError`.
 */
export function parseForDispatch(text: string): unknown {
  const root = jsonParse(text)
  return stringIncludes(text, BINARY_TAG) ? decodeTree(root) : root
}
