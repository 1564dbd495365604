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
  cancelStream,
  createByteStream,
  exhaust,
  isDisturbed,
  isLocked,
  isReadableStream,
  readAll,
  takeOver,
  teeForClone,
} from './internals.ts'

// The library leaves its iterator outside the language's own chain of iterators.
const AsyncIteratorPrototype = Object.getPrototypeOf(
  Object.getPrototypeOf(Object.getPrototypeOf((async function* () {})())),
) as object
const StreamIterator = Object.getPrototypeOf(new ReadableStream().values()) as object
Object.setPrototypeOf(StreamIterator, AsyncIteratorPrototype)
Reflect.deleteProperty(StreamIterator, Symbol.asyncIterator)

/** No stream object can be cloned; they are told apart by their class strings. */
export const isPlatformObject = (): boolean => true
