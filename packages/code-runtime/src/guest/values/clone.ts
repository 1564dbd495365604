// A value in transit, with the fidelity of a structured clone: as plain JSON where that loses nothing, else
// as a graph. Both are one JSON object, `{"=": json}` or `{"#": graph}`.

import { decodeGraph } from './decode-graph.ts'
import { encodeGraph, type EncodedGraph, type EncodeOptions } from './encode-graph.ts'
import { hasOwn, objectPrototype } from './intrinsics.ts'
import { writeLossless } from './lossless.ts'

const isPlainHere = (prototype: object | null): boolean =>
  prototype === objectPrototype || prototype === null

/** Encodes a value as the members of such an object, without its braces. Never throws. */
export function encodeClone(value: unknown, options: EncodeOptions): EncodedGraph {
  if (value === undefined) return { text: '"#":[["u"],[]]' }
  const plain = writeLossless(value, {
    isPlain: isPlainHere,
    mayRepeat: false,
    limit: options.limit,
  })
  if (plain.text !== undefined) return { text: `"=":${plain.text}` }
  if (plain.over === true) return plain
  const graph = encodeGraph(value, options)

  return graph.text === undefined ? graph : { text: `"#":${graph.text}` }
}

/** Rebuilds the value of a parsed object that `encodeClone` made. Throws for anything else. */
export function decodeClone(holder: object): unknown {
  if (hasOwn(holder, '=')) return (holder as { '=': unknown })['=']

  return decodeGraph((holder as { '#'?: unknown })['#'])
}
