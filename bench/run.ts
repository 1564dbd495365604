/* oxlint-disable no-await-in-loop -- measurements must not overlap */
// The command: node bench/run.ts [--quick | --smoke] [--rows a,b] [--workloads w1,w2] [--rounds n] [--json file]

import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createRowRecord, measureRound, type RowRecord } from './measure/measure-round.ts'
import { describeSurroundings, formatSurroundings, formatTable } from './report.ts'
import { FLOOR, rowNames } from './rows/registry.ts'
import { smoke } from './smoke.ts'
import { otherLoad, summarise } from './summary.ts'
import { workloadIds, type WorkloadId } from './workloads.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
    rows: { type: 'string' },
    workloads: { type: 'string' },
    rounds: { type: 'string' },
    json: { type: 'string' },
  },
})

/** What `--workloads` calls the touches of the web surface, all together. */
const TOUCHES = 'w9'

const FULL = { rounds: 5, budgetScale: 1 }
const QUICK = { rounds: 2, budgetScale: 0.6 }

/** A list from the command line, checked against what exists. */
function choose<T extends string>(text: string | undefined, known: Array<T>): Array<T> | undefined {
  const unknown = text?.split(',').filter((name) => !known.some((each) => each === name)) ?? []
  if (unknown.length > 0) {
    throw new RangeError(`Unknown: ${unknown.join(', ')}. Expected some of: ${known.join(', ')}`)
  }

  return text === undefined ? undefined : known.filter((name) => text.split(',').includes(name))
}

function print(text: string): void {
  process.stdout.write(text)
}

async function checkAnswers(rows: Array<string>): Promise<void> {
  const wrong = await smoke(rows)
  print(
    wrong.length === 0 ? `All answers are right: ${rows.join(', ')}\n` : wrong.join('\n') + '\n',
  )
  process.exitCode = wrong.length === 0 ? 0 : 1
}

async function measureRows(rows: Array<string>): Promise<Map<string, RowRecord>> {
  const preset = options.quick ? QUICK : FULL
  const rounds = options.rounds === undefined ? preset.rounds : Number(options.rounds)
  const chosen = choose<WorkloadId | typeof TOUCHES>(options.workloads, [...workloadIds, TOUCHES])
  const plan = {
    workloads: workloadIds.filter((id) => chosen?.includes(id) ?? true),
    budgetScale: preset.budgetScale,
    extras: chosen === undefined,
    touches: chosen?.includes(TOUCHES) ?? true,
  }
  const records = new Map(rows.map((row) => [row, createRowRecord()]))
  for (let round = 0; round < rounds; round++) {
    // Each round starts with another row, so that none always follows the same neighbour.
    const from = round % rows.length
    for (const row of [...rows.slice(from), ...rows.slice(0, from)]) {
      const record = records.get(row)
      if (record) await measureRound(row, record, plan)
      process.stderr.write(`round ${round + 1} of ${rounds}: ${row}\n`)
    }
  }

  return records
}

function report(records: Map<string, RowRecord>): void {
  const surroundings = describeSurroundings()
  print(formatSurroundings(surroundings))
  for (const [row, record] of records) {
    print(`\n${formatTable(row, summarise(record))}`)
    print(`Busy elsewhere on the machine: ${otherLoad(record).toFixed(2)} cores\n`)
    for (const [id, error] of Object.entries(record.errors)) print(`${row} ${id}: ${error}\n`)
  }
  if (options.json === undefined) return

  const rows = Array.from(records, ([row, record]) => ({ row, lines: summarise(record), record }))
  writeFileSync(options.json, JSON.stringify({ ...surroundings, rows }))
}

const rows = choose(options.rows, rowNames)
if (options.smoke) await checkAnswers(rows ?? rowNames)
else report(await measureRows(rows ?? rowNames.filter((row) => row !== FLOOR)))
