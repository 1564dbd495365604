// Composes the entry module: prologue, lifted imports, and the body as the argument of one call.
// Each token of the code keeps its line and column. A body that is more than one expression, or
// that closes the call, is a syntax error.

import type { EntryNames } from './identifiers.ts'
import { splitImports } from './split-imports.ts'
import { countLineBreaks } from './trivia.ts'

/** The file name of the entry in positions and stacks. */
export const ENTRY_FILE_NAME = 'executor.js'

export type EntryParts = {
  /** The program, its dynamic imports rewritten already. */
  code: string
  /** Whole lines of generated source, as `composePrologue` makes them. */
  prologue: string
  names: Pick<EntryNames, 'run' | 'opened' | 'check'>
}

export type ComposedEntry = {
  /** To be compiled as a module under `ENTRY_FILE_NAME` and the offsets. */
  source: string
  lineOffset: number
  columnOffset: 0
  /** Counted when asked for: only a program that V8 refuses needs it. */
  layout: () => EntryLayout
}

/** All lines count from 1, and in the coordinates of the code, as V8 reports them. */
export type EntryLayout = {
  /** The line where the body starts. */
  bodyLine: number
  /** The first line past the code. */
  endLine: number
  /** The line where the second copy of the body starts. */
  checkLine: number
}

/**
 * Text that is an unused value in code, and an illegal token right behind a template or a comment
 * that the text before it left open.
 */
const GUARD = '`\\\\*/\\\\`'

/**
 * Never throws and never judges: what is wrong with the code, V8 says when it compiles the module.
 *
 * Why nothing breaks out. The body B stands twice, in two kinds of bracket: `run((B))` and
 * `[1 ? B : 0]`, the second in a function that nothing calls. Both start where an expression has
 * to, under the same goal, so V8 reads the same tokens in both until one of them is refused.
 *
 * - A string, template, comment or regular expression that B leaves open does not reach the second
 *   copy: line ends stop two of them, the guard the others. `<!--` and `-->` are refused in modules.
 * - If B closes a bracket that it did not open, the first such one has to be `)` in the first copy
 *   and `]` in the second. If it leaves one open, it does so twice, and nothing closes them.
 * - So B is balanced. Then it is a list of expressions for the first copy, and for the second, which
 *   has no place for a comma, a spread or an empty text, it is one. `await` outside of a function
 *   is refused by the second copy.
 *
 * Lifted code might hide the opener in what it leaves open. The guard refuses templates and
 * comments, the line end strings; where a line comment hides it, `opened` lacks its declaration
 * and the export of it is an early error.
 */
export function composeEntry({ code, prologue, names }: EntryParts): ComposedEntry {
  const { head, body, malformed } = splitImports(code)
  const opener = `;${GUARD};const ${names.opened} = ${names.run}((`
  // V8 says best what is wrong with an import where it stands as a statement. It is refused at the
  // latest by the second copy.
  const start = malformed ? '' : opener
  const above = head === '' ? `${prologue}${start}\n` : `${prologue}\n`
  const lineOffset = 0 - countLineBreaks(above)
  const lineAfter = (text: string): number => lineOffset + 1 + countLineBreaks(text)

  const beforeBody = head === '' ? above : `${above}${head}${start}`
  const first = `${beforeBody}${body}\n`
  const beforeCheck = `${first}));${GUARD};const ${names.check} = () => [1 ?\n`
  return {
    // The last line clears the name that a `sourceURL` comment gave: under such a name V8 counts
    // lines without the offset.
    source: `${beforeCheck}${body}\n: 0];export { ${names.opened} };\n//# sourceURL=\n`,
    lineOffset,
    columnOffset: 0,
    layout: () => ({
      bodyLine: lineAfter(beforeBody),
      endLine: lineAfter(first),
      checkLine: lineAfter(beforeCheck),
    }),
  }
}
