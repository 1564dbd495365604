// The transfer list of structuredClone. Only ArrayBuffers can be transferred.

import { toSequence, uncurryThis } from '../dom/webidl.ts'
import { isArrayBuffer } from '../text/buffer-source.ts'
import { refuse } from './data-clone-error.ts'

const transferTo = uncurryThis(ArrayBuffer.prototype.transfer)

export type Transfers = {
  /** Each buffer with the one that takes its place in the copy. */
  pairs: Array<[source: ArrayBuffer, target: ArrayBuffer]>
  /** Moves the bytes and detaches the sources. Call once, after the copy succeeded. */
  finish(): void
}

const move = (source: ArrayBuffer, target: ArrayBuffer): void => {
  if (source.detached) refuse('a detached ArrayBuffer')
  new Uint8Array(target).set(new Uint8Array(source))
  transferTo(source, 0)
}

export const readTransfers = (list: unknown): Transfers => {
  const values = list === undefined ? [] : toSequence(list, 'structuredClone: transfer')
  const pairs: Transfers['pairs'] = []
  for (let i = 0; i < values.length; i++) {
    const source = values[i]
    if (typeof source !== 'object' || source === null) {
      if (typeof source !== 'function')
        throw new TypeError('structuredClone: a transfer is no object.')
    }
    if (!isArrayBuffer(source)) return refuse('a transferred value that is no ArrayBuffer')
    if (source.detached) return refuse('a detached ArrayBuffer')
    if (pairs.some((pair) => pair[0] === source)) return refuse('a buffer that is listed twice')
    pairs.push([source, new ArrayBuffer(source.byteLength)])
  }
  return {
    pairs,
    finish() {
      for (let i = 0; i < pairs.length; i++) {
        const pair = pairs[i] as [ArrayBuffer, ArrayBuffer]
        move(pair[0], pair[1])
      }
    },
  }
}
