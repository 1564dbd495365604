// Every row, by the name that the command line and the table use.

import type { CreateRow } from './row.ts'

/** The row that every other row is divided by. */
export const FLOOR = 'floor'

// Loaded only in the process that runs the row, so that no row pays for another's modules.
const rows: Record<string, () => Promise<{ create: CreateRow }>> = {
  [FLOOR]: () => import('./floor.ts'),
  executor: () => import('./executor.ts'),
}

export const rowNames: Array<string> = Object.keys(rows)

/** Loads a row's module. Throws a `RangeError` for a name that is not registered. */
export async function loadRow(name: string): Promise<CreateRow> {
  const load = rows[name]
  if (!load) throw new RangeError(`No row "${name}". Expected one of: ${rowNames.join(', ')}`)

  return (await load()).create
}
