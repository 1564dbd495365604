// Fetching a data: URL, which needs no network.

import { need } from '../dom/need.ts'
import { utf8Encode } from '../text/utf8.ts'
import { type Bytes, bodyOfBytes } from './body.ts'
import { createHeaderList } from './header-list.ts'
import { wrapHeaderList } from './headers.ts'
import { parseMimeType, serializeMimeType } from './mime-type.ts'
import { createResponse, type Response } from './response.ts'
import type { UrlRecord } from './request-state.ts'

const percentDecode = (text: string): Bytes => {
  const bytes = utf8Encode(text)
  let length = 0
  for (let i = 0; i < bytes.length; i++) {
    let byte = bytes[i] as number
    if (byte === 0x25) {
      const digits = String.fromCharCode(bytes[i + 1] ?? 0, bytes[i + 2] ?? 0)
      if (/^[0-9a-f]{2}$/i.test(digits)) {
        byte = Number.parseInt(digits, 16)
        i += 2
      }
    }
    bytes[length++] = byte
  }
  return bytes.slice(0, length)
}

const latin1Text = (bytes: Bytes): string => {
  let text = ''
  for (let i = 0; i < bytes.length; i++) text += String.fromCharCode(bytes[i] as number)
  return text
}

const base64Decode = (bytes: Bytes): Bytes => {
  const text = need('text').atob(latin1Text(bytes))
  const decoded = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) decoded[i] = text.charCodeAt(i)
  return decoded
}

const BASE64_MARK = /; *base64$/i

/** The response to a data: URL. Throws for one that is malformed. */
export const fetchDataUrl = (url: UrlRecord, method: string): Response => {
  const text = need('url').serializeURL(url, true).slice('data:'.length)
  const comma = text.indexOf(',')
  if (comma < 0) throw new TypeError('fetch failed: the data: URL has no comma.')
  const head = text.slice(0, comma).replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '')
  const decoded = percentDecode(text.slice(comma + 1))
  const isBase64 = BASE64_MARK.test(head)
  const bytes = isBase64 ? base64Decode(decoded) : decoded
  const typeText = head.replace(BASE64_MARK, '')
  const parsed = parseMimeType(typeText.startsWith(';') ? `text/plain${typeText}` : typeText)
  const type = parsed === null ? 'text/plain;charset=US-ASCII' : serializeMimeType(parsed)
  return createResponse({
    type: 'basic',
    url,
    redirected: false,
    status: 200,
    statusText: 'OK',
    headers: wrapHeaderList(createHeaderList([['content-type', type]]), true),
    body: method === 'HEAD' ? null : bodyOfBytes(bytes),
  })
}
