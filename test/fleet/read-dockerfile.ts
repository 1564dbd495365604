// Reads the instructions of a Dockerfile, and which files its build does not see.

import { readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'

export type Instruction = { name: string; rest: string }

/** The instructions of each stage, in order. A stage begins with its FROM. */
export function readStages(file: string): Array<Array<Instruction>> {
  const stages: Array<Array<Instruction>> = []
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, name = '', rest = ''] = /^([A-Z]+) +(.+)$/.exec(line) ?? []
    if (name === 'FROM') stages.push([])
    // Before the first stage there are only arguments.
    if (name !== '') stages.at(-1)?.push({ name, rest })
  }

  return stages
}

/** What the only instruction of a name says. Throws when there is none, or more than one. */
export function onlyOne(stage: Array<Instruction>, name: string): string {
  const found = stage.filter((each) => each.name === name)
  const [instruction] = found
  if (found.length !== 1 || instruction === undefined) throw new Error(`Not one ${name}`)

  return instruction.rest
}

/** Whether a file ignores a path of the build's context. Patterns that take back are not known here. */
export function readIgnore(file: string): (path: string) => boolean {
  const patterns = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const surprising = patterns.find((pattern) => pattern.startsWith('!'))
  if (surprising !== undefined) throw new Error(`Not known: ${surprising}`)

  return (path) => patterns.some((pattern) => matchesGlob(path, pattern))
}
