// Operations on streams for the runtime's own use. They go round the public methods, so a changed
// prototype (`Object.prototype.then` above all) does not reach a body that is being read.

import { type ReadableByteStreamController, readInto } from 'web-streams-polyfill'
import { ReadableStream, ReadableStreamDefaultReader } from 'web-streams-polyfill'
import { uncurryThis } from '../dom/webidl.ts'
import { concatBytes, copyBytes, typedArrayName } from '../text/buffer-source.ts'

type Stream = ReadableStream<unknown>

const lockedOf = uncurryThis(
  Object.getOwnPropertyDescriptor(ReadableStream.prototype, 'locked')?.get as (
    this: unknown,
  ) => boolean,
)
const teeOf = uncurryThis(ReadableStream.prototype.tee as (this: Stream) => [Stream, Stream])
const cancelOf = uncurryThis(
  ReadableStreamDefaultReader.prototype.cancel as (
    this: ReadableStreamDefaultReader,
    reason?: unknown,
  ) => Promise<void>,
)

const catchOf = uncurryThis(
  Promise.prototype.catch as (this: Promise<void>, f: () => void) => unknown,
)

const cancelReader = (reader: ReadableStreamDefaultReader, reason: unknown): void =>
  void catchOf(cancelOf(reader, reason), () => undefined)

export const isReadableStream = (value: unknown): value is Stream => {
  try {
    lockedOf(value)
    return true
  } catch {
    return false
  }
}

export const isLocked = (stream: Stream): boolean => lockedOf(stream)

// The library's own field; nothing public tells it.
const DISTURBED = '_disturbed'

/** Whether a stream was read from or cancelled. */
export const isDisturbed = (stream: Stream): boolean => Reflect.get(stream, DISTURBED) === true

/** Without a prototype, so that a promise can carry it past a `then` on Object.prototype. */
type Content = { __proto__: null; bytes: Uint8Array<ArrayBuffer> }

/** Takes the function that gives up the reading and cancels the stream. */
type BindCancel = (cancel: (reason: unknown) => void) => void

/** All bytes of a stream, which stays locked. Rejects with a TypeError for other chunks than bytes. */
export const readAll = (stream: Stream, bindCancel?: BindCancel): Promise<Content> =>
  new Promise((resolve, reject) => {
    const reader = new ReadableStreamDefaultReader(stream)
    const parts: Array<Uint8Array> = []
    const giveUp = (reason: unknown): void => {
      cancelReader(reader, reason)
      reject(reason)
    }
    bindCancel?.(giveUp)
    // A queue of many chunks answers at once: a loop instead of recursion keeps the stack flat.
    let reading = false
    let again = false
    const next = (): void => {
      again = true
      if (reading) return
      reading = true
      while (again) {
        again = false
        readInto(reader, request)
      }
      reading = false
    }
    const request = {
      _chunkSteps(chunk: unknown): void {
        if (typedArrayName(chunk) === 'Uint8Array') {
          parts.push(copyBytes(chunk as Uint8Array))
          next()
        } else giveUp(new TypeError('The body stream gave a chunk that is not a Uint8Array.'))
      },
      _closeSteps: (): void => resolve({ __proto__: null, bytes: concatBytes(parts) }),
      _errorSteps: reject,
    }
    next()
  })

/** A stream of what another one gives, chunk by chunk on demand; the other stays locked. */
const relay = (source: Stream, map: (chunk: unknown) => unknown): Stream => {
  const reader = new ReadableStreamDefaultReader(source)
  return new ReadableStream<unknown>(
    {
      pull: (controller) =>
        new Promise<void>((resolve, reject) => {
          readInto(reader, {
            _chunkSteps(chunk) {
              try {
                controller.enqueue(map(chunk))
                resolve()
              } catch (error) {
                reject(error)
              }
            },
            _closeSteps() {
              controller.close()
              resolve()
            },
            _errorSteps: reject,
          })
        }),
      cancel: (reason) => cancelOf(reader, reason),
    },
    { highWaterMark: 0 },
  )
}

/** Two streams of the same chunks; those of the second are copies made by `cloneChunk`. */
export const teeForClone = (
  stream: Stream,
  cloneChunk: (chunk: unknown) => unknown,
): [Stream, Stream] => {
  const branches = teeOf(stream)
  return [branches[0], relay(branches[1], cloneChunk)]
}

/** Takes a stream over: the given one is locked and counts as read from then on. */
export const takeOver = (stream: Stream): Stream => {
  const taken = relay(stream, (chunk) => chunk)
  Reflect.set(stream, DISTURBED, true)
  return taken
}

type ByteStream = { stream: Stream; fail(reason: unknown): void }

/** A byte stream of one chunk. The bytes' buffer is handed over to whoever reads it. */
export const createByteStream = (bytes: Uint8Array<ArrayBuffer>): ByteStream => {
  let controller: ReadableByteStreamController | undefined
  const stream = new ReadableStream({
    type: 'bytes',
    start(given) {
      controller = given
    },
    pull(given) {
      if (bytes.length > 0) given.enqueue(bytes)
      given.close()
      given.byobRequest?.respond(0)
    },
  })
  const fail = (reason: unknown): void => {
    try {
      controller?.error(reason)
    } catch {
      // A stream that has ended cannot fail any more.
    }
  }
  return { stream, fail }
}

/** Locks a stream for good and ends it, as reading a body to its end does. */
export const exhaust = (stream: Stream): void => {
  cancelReader(new ReadableStreamDefaultReader(stream), undefined)
}

/** Cancels a stream that nobody has locked. */
export const cancelStream = (stream: Stream, reason: unknown): void =>
  cancelReader(new ReadableStreamDefaultReader(stream), reason)
