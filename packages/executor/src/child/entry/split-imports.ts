// Splits a program into its leading import block, which has to stand at module scope, and the body
// that the entry wraps. The lift works a line at a time: code behind an import goes with it.

import { endOfLineCode } from './line-code.ts'
import { readImport } from './read-import.ts'
import { countLineBreaks, skipTrivia } from './trivia.ts'

/** `head + body` is the code. */
export type SplitCode = {
  /**
   * Up to the last token of the last import line: what remains of that line is at most white space
   * and comments, and opens the body. Empty where the code starts with no import.
   */
  head: string
  body: string
  /** The first token of the body starts an import declaration that no grammar allows. */
  malformed: boolean
}

/** Never throws, whatever the text; linear in its length. A hashbang is no part of the block. */
export function splitImports(code: string): SplitCode {
  if (!code.includes('import')) return { head: '', body: code, malformed: false }
  let headEnd = 0
  let at = skipTrivia(code, 0)
  for (;;) {
    const reading = readImport(code, at)
    if (reading.kind !== 'import') {
      const malformed = reading.kind === 'malformed'
      return { head: code.slice(0, headEnd), body: code.slice(headEnd), malformed }
    }
    headEnd = skipSemicolons(code, reading.end)
    at = skipTrivia(code, headEnd)
    // Code on the line where the import ends is lifted with it, another import is read as one.
    const lineEnds = at === code.length || countLineBreaks(code.slice(headEnd, at)) > 0
    if (lineEnds || readImport(code, at).kind !== 'other') continue
    headEnd = endOfLineCode(code, headEnd)
    at = skipTrivia(code, headEnd)
  }
}

/** The offset behind the last of the semicolons that follow, if any do. */
function skipSemicolons(code: string, at: number): number {
  let end = at
  for (let next = skipTrivia(code, end); code.charAt(next) === ';'; next = skipTrivia(code, end)) {
    end = next + 1
  }
  return end
}
