// Values without properties, as text. Nothing here runs a hook of the program.

import { bigintToString, jsonStringify, symbolToString } from '../intrinsics.ts'
import { TEXT_LIMIT, cutText } from './rendering.ts'
import type { Primitive } from './rendering.ts'

// Writing out a BigInt takes time that grows faster than its length and cannot be interrupted.
const BIGINT_DIGITS = 65_536
const BIGINT_BITS = 217_706n
const BIGINT_BOUND = 1n << BIGINT_BITS

/** A string as it reads inside another value. */
export const quote = (text: string): string => jsonStringify(cutText(text, TEXT_LIMIT)) ?? '""'

const renderBigint = (value: bigint): string => {
  if (value >= BIGINT_BOUND || value <= -BIGINT_BOUND) {
    return `[BigInt of more than ${BIGINT_DIGITS} digits]`
  }
  return `${bigintToString(value)}n`
}

export const renderPrimitive = (value: Primitive): string => {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'bigint') return renderBigint(value)
  if (typeof value === 'symbol') return symbolToString(value)
  return value === 0 && 1 / value < 0 ? '-0' : `${value}`
}
