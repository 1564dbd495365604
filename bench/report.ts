// The table as Markdown, so that it can be read in a terminal and pasted into a document.

import { cpus, release, totalmem } from 'node:os'
import { createRequire } from 'node:module'
import type { Line } from './summary.ts'

const require = createRequire(import.meta.url)

export type Surroundings = {
  date: string
  machine: string
  versions: Record<string, string>
}

export function describeSurroundings(): Surroundings {
  const memory = Math.round(totalmem() / 1e9)

  return {
    date: new Date().toISOString(),
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${memory} GB, ${process.platform} ${release()}`,
    versions: {
      node: process.versions.node,
      'isolated-vm': versionOf('isolated-vm'),
      '@supolka/codemode-executor': versionOf('@supolka/codemode-executor'),
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
    const { version }: { version: string } = require(`${name}/package.json`)

    return version
  } catch {
    return 'not installed'
  }
}
