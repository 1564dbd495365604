// The table as Markdown, so that it can be read in a terminal and pasted into a document.

import { cpus, release, totalmem } from 'node:os'
import { findPackageJSON } from 'node:module'
import { readFileSync } from 'node:fs'
import type { Line } from './summary.ts'

export type Surroundings = {
  date: string
  machine: string
  versions: Record<string, string>
}

/** `packages` names those whose versions matter besides the executor's. */
export function describeSurroundings(packages: Array<string> = []): Surroundings {
  const memory = Math.round(totalmem() / 1e9)
  const names = ['isolated-vm', '@supolka/codemode-executor', ...packages]

  return {
    date: new Date().toISOString(),
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${memory} GB, ${process.platform} ${release()}`,
    versions: {
      node: process.versions.node,
      ...Object.fromEntries(names.map((name) => [name, versionOf(name)])),
    },
  }
}

export function formatSurroundings({ date, machine, versions }: Surroundings): string {
  const list = Object.entries(versions).map(([name, version]) => `${name} ${version}`)

  return `${date}; ${machine}; ${list.join(', ')}\n`
}

export function formatTable(row: string, lines: Array<Line>): string {
  const head = [row, 'p50 ms', 'floor ms', 'ratio', 'spread', 'quiet', 'CPU', 'mark', 'met']
  const body = lines.map(cellsOf)
  const widths = head.map((title, column) =>
    Math.max(title.length, ...body.map((cells) => cells[column]?.length ?? 0)),
  )
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  )

  return [head, rule, ...body].map((cells) => formatCells(cells, widths)).join('')
}

function formatCells(cells: Array<string>, widths: Array<number>): string {
  const padded = cells.map((cell, column) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
  )

  return `| ${padded.join(' | ')} |\n`
}

function cellsOf(line: Line): Array<string> {
  const { bound, value } = line.mark ?? {}

  return [
    line.title,
    formatNumber(line.row),
    formatNumber(line.floor),
    formatNumber(line.ratio),
    line.spread ? line.spread.map(formatNumber).join('–') : '',
    formatNumber(line.quietRatio),
    formatNumber(line.cpuRatio),
    value === undefined ? '' : `${bound === 'at most' ? '≤' : '≥'} ${value}`,
    verdict(line),
  ]
}

function verdict({ error, isMet }: Line): string {
  if (error !== undefined) return 'error'
  if (isMet === undefined) return ''

  return isMet ? 'yes' : 'NO'
}

function formatNumber(value: number | undefined): string {
  if (value === undefined) return ''
  if (!Number.isFinite(value)) return '–'

  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)
}

function versionOf(name: string): string {
  try {
    // Found by its place: not every package exports its manifest.
    const path = findPackageJSON(name, import.meta.url) ?? ''
    const { version }: { version: string } = JSON.parse(readFileSync(path, 'utf8'))

    return version
  } catch {
    return 'not installed'
  }
}
