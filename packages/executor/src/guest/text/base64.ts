// atob and btoa over tables.

import { need } from '../dom/need.ts'
import { requireArguments, toDOMString } from '../dom/webidl.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const CHUNK = 0x2000
const PAD = 61

const CODES = new Uint8Array(64)
const VALUES = new Uint8Array(128).fill(255)
for (let i = 0; i < 64; i++) {
  const code = ALPHABET.charCodeAt(i)
  CODES[i] = code
  VALUES[code] = i
}

const invalid = (message: string): Error => {
  const { DOMException } = need('dom')
  return new DOMException(message, 'InvalidCharacterError')
}

/** One character for each byte. */
const textOf = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode.apply(
      String,
      bytes.subarray(at, at + CHUNK) as unknown as Array<number>,
    )
  }
  return text
}

const latin1Bytes = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 255) throw invalid('btoa: the text has a character above U+00FF.')
    bytes[i] = code
  }
  return bytes
}

export const btoa: (data: unknown) => string = {
  btoa(data: unknown): string {
    requireArguments(arguments.length, 1, 'btoa')
    const bytes = latin1Bytes(toDOMString(data))
    const { length } = bytes
    const out = new Uint8Array(Math.ceil(length / 3) * 4)
    let at = 0
    for (let i = 0; i < length; i += 3) {
      const group = ((bytes[i] as number) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
      out[at++] = CODES[group >> 18] as number
      out[at++] = CODES[(group >> 12) & 63] as number
      out[at++] = i + 1 < length ? (CODES[(group >> 6) & 63] as number) : PAD
      out[at++] = i + 2 < length ? (CODES[group & 63] as number) : PAD
    }
    return textOf(out)
  },
}.btoa

/** The base64 digits of a text, without white space and padding. */
const digitsOf = (data: string): string => {
  let text = data.replace(/[\t\n\f\r ]+/g, '')
  if (text.length % 4 === 0) text = text.replace(/==?$/, '')
  if (text.length % 4 === 1) throw invalid('atob: the length of the text is not that of base64.')
  return text
}

const valueAt = (text: string, index: number): number => {
  const value = VALUES[text.charCodeAt(index)] ?? 255
  if (value === 255) throw invalid('atob: the text has a character that is not base64.')
  return value
}

export const atob: (data: unknown) => string = {
  atob(data: unknown): string {
    requireArguments(arguments.length, 1, 'atob')
    const text = digitsOf(toDOMString(data))
    const { length } = text
    const out = new Uint8Array(Math.floor((length * 3) / 4))
    let at = 0
    let group = 0
    for (let i = 0; i < length; i++) {
      group = (group << 6) | valueAt(text, i)
      if (i % 4 === 3) {
        out[at++] = group >> 16
        out[at++] = group >> 8
        out[at++] = group
        group = 0
      }
    }
    if (length % 4 === 2) out[at] = group >> 4
    if (length % 4 === 3) {
      out[at++] = group >> 10
      out[at] = group >> 2
    }
    return textOf(out)
  },
}.atob
