import { deepStrictEqual, ok } from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { createExecutor } from '@supolka/codemode-executor'
import { EXECUTOR_FLAGS } from '../../packages/executor-server/src/cli/executor-flags.ts'
import { flagName, variableName, type Flag } from '../../packages/executor-server/src/cli/flag.ts'
import { FLAGS } from '../../packages/executor-server/src/cli/flags.ts'
import { SERVER_FLAGS } from '../../packages/executor-server/src/cli/server-flags.ts'
import { createMetrics } from '../../packages/executor-server/src/metrics.ts'
import { readServerOptions } from '../../packages/executor-server/src/options.ts'
import { readOptions } from '../../packages/executor/src/options.ts'
import { codeOf, readText, tableRows } from './document-table.ts'

const DOCUMENT = 'docs/reference/server.md'

/** Flags that are no options by themselves: of the policy, and of the command alone. */
const POLICY = new Set(['allowPrivateAddresses', 'allowedHosts', 'deniedHosts', 'maxRedirects'])
const COMMAND = new Set(['tokenFile', 'logLevel'])

const flags = Object.entries<Flag>(FLAGS)

/** The cell that names the option behind a flag. */
function optionCell(option: string): string {
  if (COMMAND.has(option)) return '—'

  return POLICY.has(option) ? `\`outboundPolicy.${option}\`` : `\`${option}\``
}

/** The names that a type declares, one member a line. */
function declared(path: string, start: string): Array<string> {
  const text = readText(path)
  const body = text.slice(text.indexOf(start) + start.length)

  return [...body.slice(0, body.indexOf('\n}')).matchAll(/^ {2}(\w+)\?:/gm)].map(
    ([, name]) => name ?? '',
  )
}

test('the reference has each flag with its variable, default, unit and meaning, in the order of --help', () => {
  const expected = flags.map(([option, { fallback, unit, meaning }]) => [
    optionCell(option),
    `\`${flagName(option)}\``,
    `\`${variableName(option)}\``,
    fallback,
    unit === '' ? '—' : unit,
    meaning,
  ])
  deepStrictEqual(tableRows(DOCUMENT, 'Options'), expected)
})

test('the reference has each option, with a flag or among those without', () => {
  const own = declared(
    'packages/executor-server/src/options.ts',
    'export type ServerOptions = ExecutorPart & {',
  )
  const ofExecutor = declared('packages/executor/src/options.ts', 'export type ExecutorOptions = {')
  const documented = [
    ...tableRows(DOCUMENT, 'Options').map(([cell]) => cell ?? ''),
    ...tableRows(DOCUMENT, 'Options without a flag').map(([cell]) => cell ?? ''),
  ]
    .filter((cell) => cell !== '—')
    .map((cell) => codeOf(cell).split('.')[0] ?? '')
  const all = new Set([...own, ...ofExecutor])
  all.delete('observer')
  deepStrictEqual(new Set(documented), all)
})

test('the defaults of flags are those of the options', () => {
  const byHost: Record<string, [unknown, string]> = {
    workers: [availableParallelism(), 'the parallelism at hand'],
    execPath: [process.execPath, "the server's own"],
  }
  const written = (option: string, value: unknown): string => {
    const [own, text] = byHost[option] ?? []
    if (text !== undefined && own === value) return text
    if (typeof value === 'number' && option !== 'port') {
      return value.toLocaleString('en-US').replaceAll(',', '_')
    }
    if (typeof value === 'object' || value === undefined) {
      return Object.keys(value ?? {}).length === 0 ? 'none' : inspect(value)
    }

    return typeof value === 'string' ? value : inspect(value)
  }
  const { executor, ...own } = readServerOptions()
  const settings: Record<string, unknown> = { ...readOptions(executor), ...own }
  const options = flags.filter(([name]) => !POLICY.has(name) && !COMMAND.has(name))
  deepStrictEqual(
    options.map(([name, { fallback }]) => [name, fallback]),
    options.map(([name]) => [name, written(name, settings[name])]),
  )
})

test('no flag of the server has the name of one of the executor', () => {
  const shared = Object.keys(SERVER_FLAGS).filter((name) => Object.hasOwn(EXECUTOR_FLAGS, name))
  deepStrictEqual(shared, [])
})

/** What a server says at its first scrape, and after one run of a kind that has no series until then. */
async function scrape(): Promise<string> {
  await using executor = createExecutor({ workers: 1 })
  const metrics = createMetrics(() => executor.report())
  const usage = { wallMs: 1, guestMs: 1, toolCalls: 0, peakHeapBytes: 0 }
  metrics.observer.onExecution?.({ outcome: 'returned', queuedMs: 0, usage })

  return metrics.text()
}

test('the reference has each metric with its type, labels and meaning, in the order of a scrape', async () => {
  const text = await scrape()
  const labelsOf = (name: string): string => {
    const [, found = ''] =
      new RegExp(String.raw`^${name}(?:_count)?\{(.*)\} `, 'm').exec(text) ?? []
    const labels = [...found.matchAll(/(\w+)="/g)].map(([, label]) => `\`${label}\``)

    return labels.length === 0 ? '—' : labels.join(', ')
  }
  const found = [...text.matchAll(/^# HELP (codemode_\w+) (.*)\n# TYPE \S+ (\w+)/gm)]
  deepStrictEqual(
    tableRows(DOCUMENT, 'Metrics'),
    found.map(([, name = '', help, type]) => [`\`${name}\``, type, labelsOf(name), help]),
  )
})

test('the reference has each value of each label', async () => {
  const text = await scrape()
  const valuesOf = (metric: string): Set<string> =>
    new Set(
      [...text.matchAll(new RegExp(String.raw`^${metric}\{\w+="(.*?)"\} `, 'gm'))].map(
        ([, value]) => value ?? '',
      ),
    )
  const documented = (heading: string): Set<string> =>
    new Set(tableRows(DOCUMENT, heading).map(([cell]) => codeOf(cell)))
  deepStrictEqual(documented('Refusals'), valuesOf('codemode_connection_refusals_total'))
  deepStrictEqual(documented('Outcomes of runs'), valuesOf('codemode_runs_total'))
  deepStrictEqual(documented('Causes of child exits'), valuesOf('codemode_child_exits_total'))
  const others = new Map(
    tableRows(DOCUMENT, 'Other labels').map(([label, values = '']) => [
      codeOf(label),
      new Set([...values.matchAll(/`(.*?)`/g)].map(([, value]) => value ?? '')),
    ]),
  )
  deepStrictEqual(
    others,
    new Map([
      ['state', valuesOf('codemode_workers')],
      ['direction', valuesOf('codemode_bytes_total')],
    ]),
  )
})

test('the reference has the attributes of spans', () => {
  const source = readText('packages/executor-server/src/spans.ts')
  const names = new Set([...source.matchAll(/'(codemode\.\w+)'/g)].map(([, name]) => name))
  const section = readText(DOCUMENT).split('\n## Spans\n')[1]?.split('\n## ')[0] ?? ''
  const documented = new Set([...section.matchAll(/`(codemode\.\w+)`/g)].map(([, name]) => name))
  ok(names.size > 0)
  deepStrictEqual(documented, names)
})

const GUIDE = 'docs/guides/operate-a-server.md'

/** The names in the first cells of a table of the guide. */
const namesIn = (heading: string): Set<string> =>
  new Set(
    tableRows(GUIDE, heading).flatMap(([cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    ),
  )

test('the guide says of each option when to set it', () => {
  const withoutFlag = tableRows(DOCUMENT, 'Options without a flag').map(([cell]) => codeOf(cell))
  deepStrictEqual(
    namesIn('Every option, and when to set it'),
    new Set([...flags.map(([option]) => option), ...withoutFlag]),
  )
})

test('the guide says of each metric what it asks of an operator', () => {
  const documented = tableRows(DOCUMENT, 'Metrics').map(([cell]) => codeOf(cell))
  deepStrictEqual(namesIn('Every metric, and what it asks of you'), new Set(documented))
})
