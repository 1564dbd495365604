// Subresource Integrity: whether the bytes of a response are the ones its request names by hash.

import { need } from '../dom/need.ts'
import type { Body } from './body.ts'

/** In the order of their strength. */
const ALGORITHMS = ['sha256', 'sha384', 'sha512']
const ITEM = /^(sha(?:256|384|512))-([A-Za-z0-9+/_-]+={0,2})$/

type Metadata = { algorithm: string; values: Array<string> }

/** The hashes of the strongest algorithm that the text names; `undefined` where it names none. */
const parseMetadata = (text: string): Metadata | undefined => {
  let strongest = -1
  let values: Array<string> = []
  for (const item of text.split(/[\t\n\f\r ]+/)) {
    const [, algorithm = '', value = ''] = ITEM.exec(item.split('?', 1)[0] ?? '') ?? []
    const strength = ALGORITHMS.indexOf(algorithm)
    if (strength > strongest) values = []
    strongest = Math.max(strength, strongest)
    if (strength === strongest) values.push(value.replaceAll('-', '+').replaceAll('_', '/'))
  }
  const algorithm = ALGORITHMS[strongest]
  return algorithm === undefined ? undefined : { algorithm, values }
}

const toBase64 = (buffer: ArrayBuffer): string => {
  const bytes = new Uint8Array(buffer)
  let text = ''
  for (let i = 0; i < bytes.length; i++) text += String.fromCharCode(bytes[i] as number)
  return need('text').btoa(text)
}

/** Rejects with a TypeError for a body, nobody's yet, that has none of the hashes. It stays whole. */
export const checkIntegrity = async (body: Body | null, integrity: string): Promise<void> => {
  const metadata = parseMetadata(integrity)
  if (metadata === undefined) return
  const { algorithm, values } = metadata
  const bytes = body?.bytes ?? new Uint8Array(0)
  const { subtle } = need('crypto').crypto
  const digest = await subtle.digest(algorithm.replace('sha', 'SHA-'), bytes)
  const hash = toBase64(digest ?? new ArrayBuffer(0))
  if (!values.includes(hash)) {
    throw new TypeError(
      `fetch failed: the body is not the one that "integrity" names, its hash is ${algorithm}-${hash}.`,
    )
  }
}
