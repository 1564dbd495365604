// UTF-8 in both directions, small enough to be bundled into every group that needs it.

import { utf8fromStringLoose, utf8toString, utf8toStringLoose } from '@exodus/bytes/utf8.js'

/** Unpaired surrogates become U+FFFD. */
export const utf8Encode = (text: string): Uint8Array<ArrayBuffer> => utf8fromStringLoose(text)

/** Malformed input becomes U+FFFD; a byte order mark stays. */
export const utf8DecodeKeepingMark = (bytes: Uint8Array): string => utf8toStringLoose(bytes)

/** Throws a TypeError on malformed input; a byte order mark stays. */
export const utf8DecodeFatal = (bytes: Uint8Array): string => utf8toString(bytes)

const hasMark = (bytes: Uint8Array): boolean =>
  bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

export const withoutMark = <T extends Uint8Array>(bytes: T): T =>
  hasMark(bytes) ? (bytes.subarray(3) as T) : bytes

/** The standard's "UTF-8 decode": the mark is dropped, malformed input becomes U+FFFD. */
export const utf8Decode = (bytes: Uint8Array): string => utf8toStringLoose(withoutMark(bytes))
