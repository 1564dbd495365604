// The command: node bench/wire.ts [--quick]. The remote executor beside the one of this process, in one run.

import { parseArgs } from 'node:util'
import { createExecutor } from '@supolka/codemode-executor'
import { connect } from '@supolka/cloudflare-codemode-executor'
import { describeSurroundings, formatSurroundings } from './report.ts'
import { measureLoad, type Load } from './wire/measure-load.ts'
import { measureOverhead, type Overhead } from './wire/measure-overhead.ts'
import { startServer } from './wire/server-process.ts'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })

const CONNECTIONS = 200
const RUNS_PER_CONNECTION = 10
const MEGABYTE = 1_048_576

/** The most milliseconds that the wire may add to a trivial run on loopback. */
const MARK_MS = 0.6

const chunks = options.quick ? 6 : 20

await using server = await startServer()
await using local = createExecutor({ memoryLimit: 64, start: 'eager' })
await using remote = await connect(server.url)

const overheads = [
  await measureOverhead({ local, remote }, { title: 'back to back', gapMs: 0, chunk: 50, chunks }),
  await measureOverhead(
    { local, remote },
    { title: '25 ms between', gapMs: 25, chunk: 10, chunks },
  ),
]
const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => connect(server.url)))
const runsPerCaller = RUNS_PER_CONNECTION
const loads = [
  await measureLoad({
    title: 'in this process',
    executors: clients.map(() => local),
    runsPerCaller,
    serverPid: undefined,
  }),
  await measureLoad({
    title: `${CONNECTIONS} connections`,
    executors: clients,
    runsPerCaller,
    serverPid: server.pid,
  }),
]
await Promise.all(clients.map((client) => client.dispose()))

process.stdout.write(`${formatSurroundings(describeSurroundings())}
| trivial run   | in-process p50 ms | remote p50 ms | added | quiet |  mark | met |
| ------------- | ----------------: | ------------: | ----: | ----: | ----: | --: |
${overheads.map(overheadLine).join('\n')}

| ${CONNECTIONS * RUNS_PER_CONNECTION} runs, two tool calls each | runs/s | p50 ms | p99 ms | callers MB | server MB |
| ------------------------------- | -----: | -----: | -----: | ---------: | --------: |
${loads.map(loadLine).join('\n')}
`)

function overheadLine({ title, local: here, remote: there, added, quiet }: Overhead): string {
  const [one, other, more, least] = [here, there, added, quiet].map((ms) => ms.toFixed(2))

  return `| ${title} | ${one} | ${other} | ${more} | ${least} | ≤ ${MARK_MS} | ${added <= MARK_MS ? 'yes' : 'NO'} |`
}

function loadLine({ title, perSecond, p50, p99, callerBytes, serverBytes }: Load): string {
  const megabytes = [callerBytes, serverBytes].map((bytes) => (bytes / MEGABYTE).toFixed(0))

  return `| ${title} | ${perSecond.toFixed(0)} | ${p50.toFixed(0)} | ${p99.toFixed(0)} | ${megabytes.join(' | ')} |`
}
