/* oxlint-disable no-await-in-loop -- measurements must not overlap */
// The command: node bench/code-runtime.ts [--quick]. Our code runtime beside the one that the published harness
// ships, in one run: the subjects take turns, so that a noisy neighbour hits all of them.

import { parseArgs } from 'node:util'
import { openSubjects, type Subject } from './code-runtime/subjects.ts'
import { describeSurroundings, formatSurroundings } from './report.ts'
import { median } from './statistics.ts'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })

const MEGABYTE = 1_048_576
const INTEGERS = 50_000
const CONCURRENT = 16

type Workload = { title: string; program: string; isRight: (value: unknown) => boolean; at: number }

const workloads: Array<Workload> = [
  { title: 'a run', program: 'return 1', isRight: (value) => value === 1, at: 1 },
  {
    title: '1 MiB string out',
    program: `return 'x'.repeat(${MEGABYTE})`,
    isRight: (value) => typeof value === 'string' && value.length === MEGABYTE,
    at: 1,
  },
  {
    title: '50,000 integers out',
    program: `return Array.from({ length: ${INTEGERS} }, (_, index) => index)`,
    isRight: (value) => Array.isArray(value) && value.length === INTEGERS,
    at: 1,
  },
  {
    title: '16 runs at once',
    program: 'return 1',
    isRight: (value) => value === 1,
    at: CONCURRENT,
  },
]

/** Milliseconds of one measurement: `at` runs started together, until the last is over. */
async function measure(subject: Subject, { program, isRight, at }: Workload): Promise<number> {
  const startedAt = performance.now()
  const runs = Array.from({ length: at }, () => subject.run({ program, bindings: [] }))
  const results = await Promise.all(runs)
  const took = performance.now() - startedAt
  const wrong = results.find(({ value }) => !isRight(value))
  if (wrong !== undefined) {
    throw new Error(`${subject.name}: ${wrong.error?.message ?? 'a wrong answer'}`)
  }

  return took
}

const { subjects, missing } = await openSubjects()
const rounds = options.quick ? 5 : 20
const samples = new Map(
  workloads.map(({ title }) => [title, subjects.map((): Array<number> => [])]),
)

/** One measurement of each subject for each workload, in turn. */
async function measureRound(
  keep: (title: string, index: number, took: number) => void,
): Promise<void> {
  for (const workload of workloads) {
    for (const [index, subject] of subjects.entries()) {
      keep(workload.title, index, await measure(subject, workload))
    }
  }
}

// The first round starts processes and threads.
await measureRound(() => undefined)
for (let round = 0; round < rounds; round += 1) {
  await measureRound((title, index, took) => samples.get(title)?.[index]?.push(took))
}
await Promise.all(subjects.map((subject) => subject.dispose()))

const lines = workloads.map(({ title }) => {
  const medians = (samples.get(title) ?? []).map((times) => median(times))
  const ratio = (medians.at(-1) ?? 0) / (medians[1] ?? 1)
  const cells = medians.map((time) => time.toFixed(1))

  return `| ${[title, ...cells, ...(missing.length === 0 ? [`${ratio.toFixed(1)}×`] : [])].join(' | ')} |`
})
const heads = subjects.map(({ name }) => `${name}, p50 ms`)
const columns = ['workload', ...heads, ...(missing.length === 0 ? ['shipped / plugin'] : [])]
process.stdout.write(`${formatSurroundings(describeSurroundings())}
| ${columns.join(' | ')} |
| ${columns.map((_, index) => (index === 0 ? '---' : '---:')).join(' | ')} |
${lines.join('\n')}
${missing.map((name) => `Not installed, so not measured: ${name}\n`).join('')}`)
