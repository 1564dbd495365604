// Fills in the tables of docs/reference/guest-runtime.md from a probe in the isolate: what stands between
// `<!-- probe: NAME -->` and `<!-- /probe -->` is written here, the rest by hand. `--check` compares.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GROUPS } from '../packages/executor/src/guest/groups.ts'
import { DEVIATIONS } from './deviations.ts'
import {
  ECMA_429_GLOBALS,
  ECMA_429_INTERFACES,
  ENGINE_FEATURES,
  PEERS,
  PEERS_DATE,
  type StandardName,
} from './ecma-429.ts'
import { findProblems } from './find-problems.ts'
import { formatTable } from './format-table.ts'
import { probeGuest, runChecks, type Probe, type Shape } from './probe-guest.ts'

export type Page = {
  text: string
  /** What the probe and the written-down facts do not agree on, one line for each. */
  problems: Array<string>
}

const PAGE = join(import.meta.dirname, '../docs/reference/guest-runtime.md')
const NODES = [24, 26]
const STANDARD_NAMES = [...ECMA_429_INTERFACES, ...ECMA_429_GLOBALS]

const code = (text: string): string => `\`${text}\``
const codes = (names: ReadonlyArray<string>): string => names.map(code).join(', ')

/** Answers the page as it should read. Throws when the page lacks a place for a table. */
export async function renderPage(current: string): Promise<Page> {
  const probe = await probeGuest({
    names: STANDARD_NAMES.map(({ name }) => name),
    mayRefuse: GROUPS.absent.globals.filter((name) => name.endsWith('Stream')),
    expressions: ENGINE_FEATURES.map(({ isThere }) => isThere),
  })
  const failedChecks = await runChecks(DEVIATIONS.map(({ check }) => check))
  const tables: Record<string, string> = {
    groups: groupTable(),
    interfaces: standardTable(ECMA_429_INTERFACES, probe),
    globals: standardTable(ECMA_429_GLOBALS, probe),
    coverage: coverageTable(probe),
    others: otherNames(probe),
    deviations: deviationTable(),
    engine: engineTable(),
  }

  return {
    text: fill(current, tables),
    problems: findProblems({ probe, failedChecks, standardNames: STANDARD_NAMES }),
  }
}

function fill(page: string, tables: Readonly<Record<string, string>>): string {
  const left = new Set(Object.keys(tables))
  const text = page.replace(
    /^<!-- probe: (\w+) -->\n.*?^<!-- \/probe -->$/gms,
    (_all, name: string) => {
      left.delete(name)

      return `<!-- probe: ${name} -->\n\n${tables[name]}\n<!-- /probe -->`
    },
  )
  if (left.size > 0) throw new Error(`The page has no place for: ${[...left].join(', ')}.`)

  return text
}

function groupTable(): string {
  const rows = Object.entries(GROUPS)
    .filter(([, { globals }]) => globals.length > 0)
    .map(([group, { globals }]) => [group, codes(globals)])

  return formatTable(['group', 'globals'], rows)
}

function stateOf(name: string, probe: Probe): string {
  if (probe.refusing.includes(name)) return 'declared absence'
  if (probe.shapes[name]) return 'present'

  return probe.shapesWithWebAssembly[name] ? 'with `webAssembly: true`' : 'absent'
}

const shapeCells = (shape: Shape | null | undefined): Array<string> =>
  shape ? [shape.type, String(shape.length ?? ''), shape.isEnumerable ? 'yes' : 'no'] : ['', '', '']

function standardTable(names: ReadonlyArray<StandardName>, probe: Probe): string {
  const rows = names.map(({ name, standard }) => [
    code(name),
    standard,
    stateOf(name, probe),
    ...shapeCells(probe.shapesWithWebAssembly[name]),
  ])

  return formatTable(['name', 'standard', 'state', 'typeof', 'length', 'enumerable'], rows)
}

function coverageTable(probe: Probe): string {
  const without = (isThere: (state: string) => boolean): Array<string> =>
    STANDARD_NAMES.map(({ name }) => name).filter((name) => !isThere(stateOf(name, probe)))
  const ours = {
    'this runtime': without((state) => state === 'present'),
    'this runtime, with `webAssembly: true`': without(
      (state) => state !== 'absent' && state !== 'declared absence',
    ),
  }
  const rows = Object.entries({ ...ours, ...PEERS }).map(([runtime, missing]) => [
    runtime,
    String(STANDARD_NAMES.length - missing.length),
    leftOut(missing),
  ])

  return `Of ${STANDARD_NAMES.length} names, others on ${PEERS_DATE}:\n\n${formatTable(['runtime', 'has', 'leaves out'], rows)}`
}

function leftOut(names: ReadonlyArray<string>): string {
  const ofWebAssembly = STANDARD_NAMES.filter(({ standard }) => standard === 'WebAssembly')
  const isWhole = ofWebAssembly.every(({ name }) => names.includes(name))
  const rest = names.filter((name) => !isWhole || !name.startsWith('WebAssembly.')).toSorted()

  return [codes(rest), isWhole ? 'all of WebAssembly' : ''].filter((part) => part !== '').join(', ')
}

function otherNames({ shapes, language }: Probe): string {
  // A name such as `navigator` is there for the member that the standard has.
  const isStandard = new Set(STANDARD_NAMES.flatMap(({ name }) => [name, name.replace(/\..*/, '')]))
  const isVersioned = new Set(ENGINE_FEATURES.map(({ global }) => global))
  const others = Object.keys(shapes)
    .filter((name) => !isStandard.has(name) && !isVersioned.has(name))
    .toSorted()
  const isNative = (name: string): boolean =>
    JSON.stringify(shapes[name]) === JSON.stringify(language[name])
  const rows = others
    .filter((name) => !isNative(name))
    .map((name) => [code(name)].concat(shapeCells(shapes[name])))
  const table = formatTable(['name', 'typeof', 'length', 'enumerable'], rows)

  return `${table}\nIn the shape that V8 gives them: ${codes(others.filter(isNative))}.\n`
}

function deviationTable(): string {
  const rows = DEVIATIONS.map(({ names, what, impact }) => [codes(names), what, impact])

  return formatTable(['name', 'what differs', 'what it means for a program'], rows)
}

function engineTable(): string {
  const rows = ENGINE_FEATURES.map(({ what, nodes }) =>
    [what].concat(NODES.map((node) => (nodes.includes(node) ? 'yes' : 'no'))),
  )

  return formatTable(['what', ...NODES.map((node) => `Node ${node}`)], rows)
}

/** Runs the command: writes the page, or with `--check` only says what is wrong with it. */
async function main(isCheck: boolean): Promise<void> {
  const current = readFileSync(PAGE, 'utf8')
  const { text, problems } = await renderPage(current)
  if (!isCheck) writeFileSync(PAGE, text)
  else if (text !== current) problems.push('The page is not as the probe has it: run this script.')
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
}

if (import.meta.main) await main(process.argv.includes('--check'))
