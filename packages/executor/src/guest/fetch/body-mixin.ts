// The members that Request and Response share: body, bodyUsed and the readers.

import { need } from '../dom/need.ts'
import { exactBuffer } from '../text/buffer-source.ts'
import { utf8Decode, utf8DecodeKeepingMark } from '../text/utf8.ts'
import {
  type Body,
  type Bytes,
  consume,
  type Content,
  isUnusable,
  isUsed,
  streamOf,
} from './body.ts'
import type { HeaderList } from './header-list.ts'
import { extractMimeType, mimeParameter, serializeMimeType } from './mime-type.ts'

type BodyOwner = { readonly body: Body | null; readonly headers: HeaderList }

/** The body and headers behind an object; throws a TypeError for a foreign one. */
export type OwnerOf = (self: unknown) => BodyOwner

const { parse } = JSON

const NOTHING = (): Content => ({ __proto__: null, bytes: new Uint8Array(0) })

// Not an async function: what fails at once has to reject at once, without a turn between.
const read = (owner: BodyOwner): Content | Promise<Content> => {
  const { body } = owner
  if (body === null) return NOTHING()
  if (isUnusable(body)) throw new TypeError('The body is locked or was already read.')
  return consume(body)
}

const toFormData = (bytes: Bytes, headers: HeaderList): object => {
  const type = extractMimeType(headers)
  const blob = need('blob')
  if (type?.essence === 'multipart/form-data') {
    const boundary = mimeParameter(type, 'boundary')
    if (boundary === undefined) throw new TypeError('The content type names no boundary.')
    return blob.parseMultipart(bytes, boundary)
  }
  if (type?.essence === 'application/x-www-form-urlencoded') {
    return blob.createFormData(need('url').parseSearchParams(utf8DecodeKeepingMark(bytes)))
  }
  throw new TypeError('The content type is not that of form data.')
}

const toBlob = (bytes: Bytes, headers: HeaderList): object => {
  const type = extractMimeType(headers)
  return need('blob').createBlob(bytes, type === null ? '' : serializeMimeType(type))
}

const createMembers = (ownerOf: OwnerOf): object => ({
  get body(): object | null {
    const { body } = ownerOf(this)
    return body === null ? null : streamOf(body)
  },
  get bodyUsed(): boolean {
    const { body } = ownerOf(this)
    return body !== null && isUsed(body)
  },
  async arrayBuffer(): Promise<ArrayBuffer> {
    return exactBuffer((await read(ownerOf(this))).bytes)
  },
  async blob(): Promise<object> {
    const owner = ownerOf(this)
    const { bytes } = await read(owner)
    return toBlob(bytes, owner.headers)
  },
  async bytes(): Promise<Bytes> {
    const { bytes } = await read(ownerOf(this))
    return bytes.byteOffset === 0 && bytes.length === bytes.buffer.byteLength
      ? bytes
      : bytes.slice()
  },
  async formData(): Promise<object> {
    const owner = ownerOf(this)
    const { bytes } = await read(owner)
    return toFormData(bytes, owner.headers)
  },
  async json(): Promise<unknown> {
    const text = utf8Decode((await read(ownerOf(this))).bytes)
    return parse(text) as unknown
  },
  async text(): Promise<string> {
    return utf8Decode((await read(ownerOf(this))).bytes)
  },
})

/** Defines the members on a prototype. Enumerability is set by `defineInterface`. */
export const defineBodyMixin = (prototype: object, ownerOf: OwnerOf): void => {
  Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(createMembers(ownerOf)))
}
