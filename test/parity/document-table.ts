// Reads the tables of a document, so that a test can hold them to the sources.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root: string = join(import.meta.dirname, '../..')

/** The text of a file of the project. */
export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** The rows of every table in a section, cells trimmed, without the head. Throws for no rows. */
export function tableRows(path: string, heading: string): Array<Array<string>> {
  const section = readText(path)
    .split(/^## /m)
    .find((part) => part.startsWith(`${heading}\n`))
  const lines = section?.split('\n').filter((line) => line.startsWith('|')) ?? []
  const rows = lines
    .filter((line, at) => !isRule(line) && !isRule(lines[at + 1] ?? ''))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
  if (rows.length === 0) throw new Error(`${path} has no table under "${heading}".`)

  return rows
}

/** The text of a cell that is one piece of code. */
export function codeOf(cell: string | undefined): string {
  const found = /^`([^`]*)`$/.exec(cell ?? '')
  if (found === null) throw new Error(`${cell} is no piece of code.`)

  return found[1] ?? ''
}

function isRule(line: string): boolean {
  return /^\|[\s|:-]+\|$/.test(line)
}
