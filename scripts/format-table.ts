// A Markdown table, its columns as wide as the formatter of the repository makes them.

export function formatTable(
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
): string {
  const lines = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))
  const widths = head.map((_title, column) =>
    Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)),
  )
  const rule = widths.map((width) => '-'.repeat(width))
  const [titles = [], ...body] = lines

  return [titles, rule, ...body]
    .map((line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |\n`)
    .join('')
}
