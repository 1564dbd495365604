// One cold start: from importing a row to its first answer, in a process that has done nothing else.
// Node's own start and the stripping of types, equal for all rows, lie before the first reading.

import { loadRow } from '../rows/registry.ts'
import { workloads } from '../workloads.ts'
import { createHostTools } from './host-tools.ts'
import { rowLimits } from './row-limits.ts'

const { tools } = createHostTools()
const start = performance.now()
const create = await loadRow(process.argv[2] ?? '')
const row = await create({ ...rowLimits, tools })
const outcome = await row.run(workloads.w1.body)
const ms = performance.now() - start

if (!outcome.ok || !workloads.w1.isAnswer(outcome.value)) {
  throw new Error(`First answer: ${JSON.stringify(outcome)}`)
}
process.send?.(ms)
await row.close()
process.disconnect()
