// Positions of the generated entry module, given back in the coordinates of the caller's code.

import { ENTRY_FILE_NAME } from './compose-entry.ts'
import type { ComposedEntry, EntryLayout } from './compose-entry.ts'

/** A line and a column, both from 1. Lines of the prologue are below zero. */
type Position = { line: number; column: number }

/**
 * A position in the second copy of the body becomes the one in the code, a position in the
 * generated text behind either copy the first line past the code. Line zero is the opener of a
 * body that starts on line one. All others stay.
 */
function mapPosition(position: Position, layout: EntryLayout): Position {
  const { line, column } = position
  if (line === 0) return { line: 1, column: 1 }
  if (line < layout.endLine) return position
  const mapped = line - layout.checkLine + layout.bodyLine
  const inBody = mapped >= layout.bodyLine && mapped < layout.endLine
  return inBody ? { line: mapped, column } : { line: layout.endLine, column: 1 }
}

/**
 * Maps the position that isolated-vm puts at the end of a syntax error's message, in the form
 * `[executor.js:3:1]`. A message without one, or with one in another module, comes back unchanged.
 */
export function mapMessage(
  message: string,
  entry: Pick<ComposedEntry, 'source' | 'layout'>,
): string {
  const found = / \[(\S+):(-?\d+):(\d+)\]$/.exec(message)
  if (found === null) return message
  const [place, name = '', line, column] = found
  // A program that names its own source with such a comment gets that name from V8.
  const ofEntry = name === ENTRY_FILE_NAME || entry.source.includes(`sourceURL=${name}`)
  if (!ofEntry) return message
  const mapped = mapPosition({ line: Number(line), column: Number(column) }, entry.layout())
  return `${message.slice(0, -place.length)} [${ENTRY_FILE_NAME}:${mapped.line}:${mapped.column}]`
}
