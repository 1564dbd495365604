// Writes the demo's data set to the JSON files beside this one, one record a line.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeData } from './make-data.ts'

function recordText(record: object): string {
  const members = Object.entries(record).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  )

  return `  { ${members.join(', ')} }`
}

for (const [name, records] of Object.entries(makeData())) {
  const text = `[\n${records.map(recordText).join(',\n')}\n]\n`
  writeFileSync(join(import.meta.dirname, `${name}.json`), text)
}
