// The group `streams`: the Streams Standard's classes and the coder streams.

import { ReadableStream } from 'web-streams-polyfill'

export {
  ByteLengthQueuingStrategy,
  CountQueuingStrategy,
  ReadableByteStreamController,
  ReadableStream,
  ReadableStreamBYOBReader,
  ReadableStreamBYOBRequest,
  ReadableStreamDefaultController,
  ReadableStreamDefaultReader,
  TransformStream,
  TransformStreamDefaultController,
  WritableStream,
  WritableStreamDefaultController,
  WritableStreamDefaultWriter,
} from 'web-streams-polyfill'
export { TextDecoderStream, TextEncoderStream } from './coder-streams.ts'
export {
  createByteStream,
  exhaust,
  isDisturbed,
  isLocked,
  isReadableStream,
  readAll,
  teeForClone,
} from './internals.ts'

// The library leaves its iterator outside the language's own chain of iterators.
const AsyncIteratorPrototype = Object.getPrototypeOf(
  Object.getPrototypeOf((async function* () {})()),
) as object
const firstIterator = new ReadableStream().values() as object
const LibraryIterator = Object.getPrototypeOf(firstIterator) as object
const ITERATOR_METHODS = ['next', 'return']
Object.setPrototypeOf(
  LibraryIterator,
  Object.getPrototypeOf(Object.getPrototypeOf(AsyncIteratorPrototype)) === null
    ? AsyncIteratorPrototype
    : Object.prototype,
)
for (const key of ITERATOR_METHODS) Object.defineProperty(LibraryIterator, key, { enumerable: true })

/** No stream object can be cloned; they are told apart by their class strings. */
export const isPlatformObject = (): boolean => true
