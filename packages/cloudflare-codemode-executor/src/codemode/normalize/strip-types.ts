// Takes the types out of TypeScript and keeps every position. The stripper is loaded with the first text
// that needs it: most hosts never see one.

import { meterText } from '@supolka/codemode-executor-protocol'

/** A part of the text that stands for code and not for a type alone. */
export type Remainder = { start: number; end: number }

/** A text whose types are gone; what could not be taken out, in the order of the text. */
export type StrippedCode = { code: string; remainders: Array<Remainder> }

/** The most characters that are stripped. No model writes as much TypeScript by hand. */
const STRIP_LIMIT = 262_144

/**
 * Reads that the stripper may make of a text, for each of its characters. Ordinary code takes two or
 * three. The parser below it tries some texts again and again: 25 times `async (` would take minutes.
 */
const READS_PER_CHARACTER = 24
const READS_AT_LEAST = 4_096

type Stripper = (text: string, onRemainder: (node: { pos: number; end: number }) => void) => string

let loading: Promise<Stripper | undefined> | undefined

async function load(): Promise<Stripper | undefined> {
  try {
    const { default: stripper } = await import('ts-blank-space')

    return stripper
  } catch {
    // A bundle may leave the stripper out. Then types are what they are to JavaScript: syntax errors.
    return undefined
  }
}

/** Undefined for a text that is too long, takes too many reads, or meets no stripper. Never rejects. */
export async function stripTypes(source: string): Promise<StrippedCode | undefined> {
  if (source.length > STRIP_LIMIT) return undefined
  loading ??= load()
  const strip = await loading
  if (strip === undefined) return undefined
  const remainders: Array<Remainder> = []
  const reads = READS_AT_LEAST + source.length * READS_PER_CHARACTER
  try {
    const code = strip(meterText(source, reads), ({ pos, end }) =>
      remainders.push({ start: pos, end }),
    )

    // The metered text itself comes back where nothing was taken out of it.
    return { code: code.slice(), remainders }
  } catch {
    // Out of reads, or nested too deeply.
    return undefined
  }
}
