// The transfer lists of structuredClone and postMessage: ArrayBuffers and MessagePorts move.

import { need } from '../dom/need.ts'
import { isObject, toSequence, uncurryThis } from '../dom/webidl.ts'
import { isArrayBuffer } from '../text/buffer-source.ts'
import { refuse } from './data-clone-error.ts'

const transferTo = uncurryThis(ArrayBuffer.prototype.transfer)
const setBytes = uncurryThis(Uint8Array.prototype.set)
const Bytes = Uint8Array

/** What moves and what takes its place in the copy. */
export type Pair =
  | { kind: 'buffer'; source: ArrayBuffer; target: ArrayBuffer }
  | { kind: 'port'; source: object; target: object }

const pairOf = (source: unknown): Pair => {
  if (isArrayBuffer(source)) {
    if (source.detached) return refuse('a detached ArrayBuffer')
    return { kind: 'buffer', source, target: new ArrayBuffer(source.byteLength) }
  }
  const { isMessagePort, createPort } = need('messaging')
  if (isMessagePort(source)) return { kind: 'port', source, target: createPort() }
  return refuse('a transferred value that is neither an ArrayBuffer nor a MessagePort')
}

/** A list of objects, as Web IDL takes it. Throws a TypeError for anything else. */
export const toTransferList = (list: unknown, context: string): Array<unknown> =>
  toSequence(list, `${context}: transfer`, (value) => {
    if (!isObject(value)) throw new TypeError(`${context}: a transferred value is no object.`)
    return value
  })

/** The empty places for what the list holds. Throws a DataCloneError for what cannot move. */
export const readTransfers = (list: ReadonlyArray<unknown>): Array<Pair> => {
  const pairs: Array<Pair> = []
  for (let i = 0; i < list.length; i++) {
    const source = list[i]
    for (let j = 0; j < pairs.length; j++) {
      if (pairs[j]?.source === source) return refuse('an object that is listed twice')
    }
    pairs.push(pairOf(source))
  }
  return pairs
}

/** Moves everything into its new place. To be called once, after the copy succeeded. */
export const finishTransfers = (pairs: ReadonlyArray<Pair>): Array<object> => {
  const ports: Array<object> = []
  for (let i = 0; i < pairs.length; i++) {
    const pair = pairs[i] as Pair
    if (pair.kind === 'port') {
      need('messaging').movePort(pair.source, pair.target)
      ports.push(pair.target)
    } else {
      if (pair.source.detached) refuse('a detached ArrayBuffer')
      setBytes(new Bytes(pair.target), new Bytes(pair.source))
      transferTo(pair.source, 0)
    }
  }
  return ports
}
