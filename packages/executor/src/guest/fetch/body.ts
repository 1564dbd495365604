// Bodies. Bytes stay bytes until a program asks for the stream, so that plain use loads no streams.

import { need } from '../dom/need.ts'
import { isObject, tagOf, toUSVString } from '../dom/webidl.ts'
import { copyBytes, viewOfSource } from '../text/buffer-source.ts'
import { utf8Encode } from '../text/utf8.ts'
import { cloneChunk } from './clone-chunk.ts'

export type Bytes = Uint8Array<ArrayBuffer>
type Stream = Parameters<(typeof import('../streams/group.ts'))['isLocked']>[0]

/** Takes the function that gives up the reading of a stream. */
export type BindCancel = (cancel: (reason: unknown) => void) => void

export type Body = {
  /** The whole body, until it is consumed or handed to `stream`. */
  bytes: Bytes | null
  /** Whether another body holds the same bytes, so that they must be copied before they leave. */
  shared: boolean
  stream: Stream | null
  /** Whether the bytes were consumed without a stream. */
  used: boolean
  /** Set when the fetch that gave this body was aborted before it was read. */
  failure: { reason: unknown } | null
  failStream: ((reason: unknown) => void) | null
  /** Told once, when the body is on its way to a reader. */
  onTaken: (() => void) | null
}

export type Extracted = { body: Body; type: string | null }

export const bodyOfBytes = (bytes: Bytes): Body => ({
  bytes,
  shared: false,
  stream: null,
  used: false,
  failure: null,
  failStream: null,
  onTaken: null,
})

const bodyOfStream = (stream: Stream): Body => ({
  ...bodyOfBytes(new Uint8Array(0)),
  bytes: null,
  stream,
})

const taggedBody = (value: object, context: string): Extracted | undefined => {
  const tag = tagOf(value)
  if (tag === 'URLSearchParams' && need('url').isURLSearchParams(value)) {
    const text = need('url').serializeSearchParams(value)
    const type = 'application/x-www-form-urlencoded;charset=UTF-8'
    return { body: bodyOfBytes(utf8Encode(text)), type }
  }
  if (tag === 'ReadableStream' && need('streams').isReadableStream(value)) {
    if (need('streams').isDisturbed(value) || need('streams').isLocked(value)) {
      throw new TypeError(`${context}: the body stream is locked or was already read.`)
    }
    return { body: bodyOfStream(value), type: null }
  }
  return tag === 'FormData' || tag === 'Blob' || tag === 'File' ? fileBody(value) : undefined
}

const fileBody = (value: object): Extracted | undefined => {
  const blob = need('blob')
  if (blob.isFormData(value)) {
    const { bytes, type } = blob.serializeMultipart(value)
    return { body: bodyOfBytes(bytes), type }
  }
  if (!blob.isBlob(value)) return undefined
  const body = { ...bodyOfBytes(blob.bytesOf(value)), shared: true }
  return { body, type: value.type === '' ? null : value.type }
}

/** The standard's "extract a body": the body of a BodyInit and its default content type. */
export const extractBody = (value: unknown, context: string): Extracted => {
  if (isObject(value)) {
    const view = viewOfSource(value)
    if (view !== undefined) return { body: bodyOfBytes(copyBytes(view)), type: null }
    const tagged = taggedBody(value, context)
    if (tagged !== undefined) return tagged
  }
  return { body: bodyOfBytes(utf8Encode(toUSVString(value))), type: 'text/plain;charset=UTF-8' }
}

export const isUsed = (body: Body): boolean =>
  body.stream === null ? body.used : need('streams').isDisturbed(body.stream)

/** Whether nobody can read the body any more. */
export const isUnusable = (body: Body): boolean =>
  isUsed(body) || (body.stream !== null && need('streams').isLocked(body.stream))

const takeBytes = (body: Body): Bytes => {
  const bytes = body.bytes ?? new Uint8Array(0)
  body.bytes = null
  return body.shared ? copyBytes(bytes) : bytes
}

/** The stream that shows a body; created at the first call. */
export const streamOf = (body: Body): Stream => {
  if (body.stream !== null) return body.stream
  const streams = need('streams')
  const wasUsed = body.used
  const { stream, fail } = streams.createByteStream(takeBytes(body))
  body.stream = stream
  body.failStream = fail
  if (wasUsed) streams.exhaust(stream)
  else if (body.failure !== null) fail(body.failure.reason)
  return stream
}

/** Without a prototype, so that a promise can carry it past a `then` on Object.prototype. */
export type Content = { __proto__: null; bytes: Bytes }

/** Reads the whole body; the bytes belong to the caller. Check `isUnusable` first. */
export const consume = (body: Body, bindCancel?: BindCancel): Content | Promise<Content> => {
  body.onTaken?.()
  if (body.stream !== null) return need('streams').readAll(body.stream, bindCancel)
  // oxlint-disable-next-line typescript/only-throw-error -- the reason of an abort is the program's
  if (body.failure !== null) throw body.failure.reason
  body.used = true
  return { __proto__: null, bytes: takeBytes(body) }
}

/** Fails a body that was not read to its end. */
export const failBody = (body: Body, reason: unknown): void => {
  if (body.used) return
  body.failure = { reason }
  body.failStream?.(reason)
}

/** The standard's "clone a body". */
export const cloneBody = (body: Body): Body => {
  if (body.stream === null) {
    body.shared = true
    return { ...body, onTaken: null }
  }
  const branches = need('streams').teeForClone(body.stream, cloneChunk)
  body.stream = branches[0]
  body.failStream = null
  return bodyOfStream(branches[1])
}
