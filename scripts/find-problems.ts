// Holds what is written down about the guest runtime against the probe.

import { DEVIATIONS } from './deviations.ts'
import { ENGINE_FEATURES, type StandardName } from './ecma-429.ts'
import type { Probe, Shape } from './probe-guest.ts'

export type Findings = {
  probe: Probe
  /** By the index of the deviation. */
  failedChecks: ReadonlyMap<number, string>
  standardNames: ReadonlyArray<StandardName>
}

/** One line for each thing that is not so, or is so and is not written down. */
export function findProblems({ probe, failedChecks, standardNames }: Findings): Array<string> {
  const isAbsent = ({ name }: StandardName): boolean =>
    !probe.shapes[name] || probe.refusing.includes(name)
  const isMisshapen = (name: StandardName): boolean => {
    const shape = probe.shapesWithWebAssembly[name.name]

    return Boolean(shape) && !hasShape(name, shape)
  }

  return [
    ...compare('absent', standardNames, isAbsent),
    ...compare('shape', standardNames, isMisshapen),
    ...unknownNames(probe),
    ...Array.from(failedChecks, ([index, found]) => {
      const { names, what } = DEVIATIONS[index] ?? { names: [], what: '' }

      return `Not so: "${names.join(', ')}: ${what}" The check gave ${found}.`
    }),
    ...engineProblems(probe),
  ]
}

function hasShape(
  { name, type, length, isEnumerable }: StandardName,
  found?: Shape | null,
): boolean {
  if (found?.isEnumerable !== isEnumerable || found.type !== type) return false

  return type !== 'function' || (found.length === length && found.name === name.split('.').at(-1))
}

const covers = (written: string, name: string): boolean =>
  name === written || name.startsWith(`${written}.`)

/** In both directions: each name that differs is written down, and each that is written down differs. */
function compare(
  kind: 'absent' | 'shape',
  names: ReadonlyArray<StandardName>,
  differs: (name: StandardName) => boolean,
): Array<string> {
  const written = DEVIATIONS.filter((deviation) => deviation.kind === kind).flatMap(
    (deviation) => deviation.names,
  )

  return names.flatMap((each) => {
    const isWritten = written.some((name) => covers(name, each.name))
    if (isWritten === differs(each)) return []
    const state = isWritten ? 'deviates no longer' : 'deviates, and no entry says so'

    return `${each.name} ${state} (${kind}): change scripts/deviations.ts.`
  })
}

function unknownNames({ shapesWithWebAssembly: shapes }: Probe): Array<string> {
  const names = DEVIATIONS.filter(({ kind }) => kind === 'behaviour').flatMap(
    (deviation) => deviation.names,
  )

  return names
    .filter((name) => !shapes[name])
    .map((name) => `${name} has a deviation in scripts/deviations.ts and is not there.`)
}

function engineProblems({ answers }: Probe): Array<string> {
  const node = Number.parseInt(process.versions.node, 10)

  return ENGINE_FEATURES.flatMap(({ what, nodes }, index) => {
    const isThere = answers[index] === true
    if (isThere === nodes.includes(node)) return []

    return `Node ${node} has ${isThere ? '' : 'no '}${what}: change scripts/ecma-429.ts.`
  })
}
