/* oxlint-disable no-await-in-loop -- measurements must not overlap */
// The command: node bench/codemode.ts [--quick]. The adapter for @cloudflare/codemode beside the executor of
// that package, in one run.

import { parseArgs } from 'node:util'
import { startDynamicWorkers } from './codemode/dynamic-workers.ts'
import { measureSides, type Figures } from './codemode/measure-sides.ts'
import { openInProcess, openOverServer } from './codemode/our-sides.ts'
import { workloads } from './codemode/workloads.ts'
import { cpuMs, machineBusyMs, processTree } from './process-tree.ts'
import { describeSurroundings, formatSurroundings } from './report.ts'
import { median } from './statistics.ts'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })

const PACKAGES = ['@supolka/cloudflare-codemode-executor', '@cloudflare/codemode', 'miniflare']
const TOUCHES = 100

const rounds = options.quick ? 12 : 40

await using peer = await startDynamicWorkers()
await using inProcess = openInProcess()
await using overServer = await openOverServer()
const sides = [peer, inProcess, overServer]

const before = readClocks()
const lines: Array<string> = []
for (const workload of workloads) {
  lines.push(formatLine(workload.title, await measureSides(sides, workload, rounds)))
  process.stderr.write(`${workload.title}\n`)
}
const touch = await timeTouches()
const after = readClocks()
const busyElsewhere = (after.others - before.others) / (after.wall - before.wall)

const ours = sides.slice(1).flatMap(({ name }) => [`${name}, p50 ms`, 'ratio', 'quiet'])
const head = ['workload', `${peer.name}, p50 ms`, ...ours]
process.stdout.write(`${formatSurroundings(describeSurroundings(PACKAGES))}
| ${head.join(' | ')} |
| ${head.map((_, column) => (column === 0 ? '---' : '---:')).join(' | ')} |
${lines.join('\n')}

A request to the peer's Worker that runs no program: p50 ${touch.toFixed(2)} ms.
Busy elsewhere on the machine: ${busyElsewhere.toFixed(2)} cores
`)

/** Milliseconds: of the wall, and of processor time that went to none of the sides. */
function readClocks(): { wall: number; others: number } {
  return {
    wall: performance.now(),
    others: machineBusyMs() - cpuMs(processTree(process.pid)),
  }
}

function formatLine(title: string, [first, ...others]: Array<Figures>): string {
  const cells = others.flatMap(({ p50, ratio, quiet }) => [p50, ratio, quiet])
  const figures = [first?.p50 ?? Number.NaN, ...cells].map((figure) => figure.toFixed(2))

  return `| ${[title, ...figures].join(' | ')} |`
}

async function timeTouches(): Promise<number> {
  const samples: Array<number> = []
  while (samples.length < TOUCHES) {
    const start = performance.now()
    await peer.touch()
    samples.push(performance.now() - start)
  }

  return median(samples)
}
