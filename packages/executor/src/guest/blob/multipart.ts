// multipart/form-data in both directions.

import { concatBytes } from '../text/buffer-source.ts'
import { utf8Decode, utf8Encode } from '../text/utf8.ts'
import { bytesOf, createFile } from './blob.ts'
import { createFormData, type Entry, type FormData, formEntries } from './form-data.ts'

type Bytes = Uint8Array<ArrayBuffer>

const withCrlf = (text: string): string => text.replace(/\r\n?|\n/g, '\r\n')

const escapeName = (text: string): string =>
  text.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')

const newBoundary = (): string => {
  let digits = ''
  while (digits.length < 24) digits += Math.floor(Math.random() * 36).toString(36)
  return `----formdata-${digits}`
}

const headOf = (entry: Entry): string => {
  const disposition = `Content-Disposition: form-data; name="${escapeName(withCrlf(entry[0]))}"`
  const value = entry[1]
  if (typeof value === 'string') return `${disposition}\r\n\r\n`
  const type = value.type === '' ? 'application/octet-stream' : value.type
  return `${disposition}; filename="${escapeName(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`
}

/** The body and media type that a FormData is sent as. */
export const serializeMultipart = (form: FormData): { bytes: Bytes; type: string } => {
  const boundary = newBoundary()
  const parts: Array<Uint8Array> = []
  const entries = formEntries(form)
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i] as Entry
    const value = entry[1]
    parts.push(utf8Encode(`--${boundary}\r\n${headOf(entry)}`))
    parts.push(typeof value === 'string' ? utf8Encode(withCrlf(value)) : bytesOf(value))
    parts.push(utf8Encode('\r\n'))
  }
  parts.push(utf8Encode(`--${boundary}--\r\n`))
  return { bytes: concatBytes(parts), type: `multipart/form-data; boundary=${boundary}` }
}

const malformed = (what: string): TypeError =>
  new TypeError(`The body is not valid multipart/form-data: ${what}.`)

/** The index of `needle` in `bytes` at or after `from`, or -1. */
const find = (bytes: Uint8Array, needle: Uint8Array, from: number): number => {
  const first = needle[0] as number
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let i = 1
    while (i < needle.length && bytes[at + i] === needle[i]) i++
    if (i === needle.length) return at
  }
  return -1
}

const startsWith = (bytes: Uint8Array, needle: Uint8Array, at: number): boolean =>
  find(bytes.subarray(at, at + needle.length), needle, 0) === 0

const parameter = (disposition: string, name: string): string | undefined => {
  const found = new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(disposition)?.[1]
  return found?.replace(/%0a/gi, '\n').replace(/%0d/gi, '\r').replaceAll('%22', '"')
}

type Head = { name: string; filename: string | undefined; type: string }

const parseHead = (text: string): Head => {
  let disposition = ''
  let type = 'text/plain'
  const lines = text.split('\r\n')
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string
    const colon = line.indexOf(':')
    if (colon < 0) throw malformed('a part has a header line without a colon')
    const key = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    if (key === 'content-disposition') disposition = value
    if (key === 'content-type') type = value
  }
  const name = parameter(disposition, 'name')
  if (!/^form-data\s*;/i.test(disposition) || name === undefined) {
    throw malformed('a part has no name')
  }
  return { name, filename: parameter(disposition, 'filename'), type }
}

const toEntry = (head: Head, content: Bytes): Entry => {
  const { name, filename, type } = head
  if (filename === undefined) return [name, utf8Decode(content)]
  return [name, createFile({ bytes: content, type: type.toLowerCase() }, filename)]
}

/** Throws a TypeError for a body that is not well formed. */
export const parseMultipart = (bytes: Bytes, boundary: string): FormData => {
  const delimiter = utf8Encode(`--${boundary}`)
  const separator = utf8Encode(`\r\n--${boundary}`)
  const crlf = utf8Encode('\r\n')
  const blankLine = utf8Encode('\r\n\r\n')
  const close = utf8Encode('--')
  const entries: Array<Entry> = []
  let at = startsWith(bytes, crlf, 0) ? 2 : 0
  if (!startsWith(bytes, delimiter, at)) throw malformed('it does not begin with its boundary')
  at += delimiter.length
  while (!startsWith(bytes, close, at)) {
    if (!startsWith(bytes, crlf, at)) throw malformed('a boundary line does not end')
    const headEnd = find(bytes, blankLine, at)
    if (headEnd < 0) throw malformed('a part has no end of its headers')
    const bodyStart = headEnd + 4
    const bodyEnd = find(bytes, separator, bodyStart - 2)
    if (bodyEnd < 0) throw malformed('a part does not end with the boundary')
    const head = parseHead(utf8Decode(bytes.subarray(at + 2, headEnd)))
    entries.push(toEntry(head, bytes.slice(bodyStart, Math.max(bodyStart, bodyEnd))))
    at = bodyEnd + separator.length
  }
  return createFormData(entries)
}
