// Prints rows as a table: texts to the left, numbers to the right.

type Row = Record<string, unknown>

/** The lines of a table whose columns are the members of the first row. */
export function formatTable(rows: Array<Row>): Array<string> {
  const columns = Object.keys(rows[0] ?? {})
  const cells = [columns, ...rows.map((row) => columns.map((column) => cellText(row[column])))]
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)))
  const alignsRight = columns.map((column) => typeof rows[0]?.[column] === 'number')
  const lines = cells.map((row) =>
    row
      .map((cell, at) => {
        const width = widths[at] ?? 0

        return alignsRight[at] === true ? cell.padStart(width) : cell.padEnd(width)
      })
      .join('  '),
  )
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')

  return [lines[0] ?? '', rule, ...lines.slice(1)]
}

function cellText(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('en-US') : String(value)
}
