// Reads the command line and the environment against a table of flags. The command line wins.

import { parseArgs } from 'node:util'
import { flagName, variableName, type Flag } from './flag.ts'
import { readValue } from './read-value.ts'
import { UsageError } from './usage-error.ts'

/** One value that was given, and where: `flag --port`, `variable CODEMODE_EXECUTOR_PORT`. */
type Given = { value: unknown; label: string }

/** What a command was called with. */
export type Call = {
  /** By the name of the option. */
  given: Map<string, Given>
  positionals: Array<string>
  asksForHelp: boolean
}

/** The environment as Node has it. */
export type Environment = Record<string, string | undefined>

type Table = Record<string, Flag>

/**
 * Reads flags and variables. Throws a UsageError for a flag that is not in the table and for a value
 * that cannot be read. A variable that is empty counts as absent.
 */
export function readFlags(argv: Array<string>, environment: Environment, table: Table): Call {
  const call = readCommandLine(argv, table)
  // Whoever asks for help gets it, whatever the environment holds.
  if (call.asksForHelp) return call
  for (const [option, flag] of Object.entries(table)) {
    const text = environment[variableName(option)] ?? ''
    const isGiven = text !== '' && !isServiceLink(option, text)
    if (!isGiven || call.given.has(option)) continue
    const label = `variable ${variableName(option)}`
    call.given.set(option, { value: readValue(flag, text, label), label })
  }

  return call
}

function readCommandLine(argv: Array<string>, table: Table): Call {
  const optionOf = new Map(Object.keys(table).map((option) => [flagName(option), option]))
  const call: Call = { given: new Map(), positionals: [], asksForHelp: false }
  for (const token of tokensOf(argv, table)) {
    if (token.kind === 'positional') call.positionals.push(token.value)
    if (token.kind !== 'option') continue
    if (token.rawName === '--help' || token.rawName === '-h') {
      call.asksForHelp = true
      continue
    }
    const { option, text } = resolveToken(token, optionOf, table)
    const flag = table[option]
    if (flag === undefined) continue
    const label = `flag ${flagName(option)}`
    const value = readValue(flag, text, label)
    const earlier = call.given.get(option)?.value
    const isMore = flag.kind === 'list' && Array.isArray(earlier) && Array.isArray(value)
    call.given.set(option, { value: isMore ? [...earlier, ...value] : value, label })
  }

  return call
}

type Token = ReturnType<typeof tokensOf>[number]
type OptionToken = Extract<Token, { kind: 'option' }>

function tokensOf(argv: Array<string>, table: Table) {
  const options = Object.entries(table).map(([option, { kind }]) => {
    const type = kind === 'switch' ? 'boolean' : 'string'

    return [flagName(option).slice(2), { type, multiple: true }] as const
  })
  // Its own strict mode knows no `--switch=false` and says less about what is wrong.
  return parseArgs({
    args: argv,
    options: Object.fromEntries(options),
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens
}

function resolveToken(
  { rawName, value, inlineValue }: OptionToken,
  optionOf: Map<string, string>,
  table: Table,
): { option: string; text: string } {
  const option = optionOf.get(rawName)
  if (option === undefined) {
    const negated = optionOf.get(rawName.replace(/^--no-/, '--'))
    if (negated !== undefined && table[negated]?.kind === 'switch' && value === undefined) {
      return { option: negated, text: 'false' }
    }
    throw new UsageError(`There is no flag ${rawName}. --help lists all.`)
  }
  if (table[option]?.kind === 'switch') return { option, text: value ?? 'true' }
  if (value === undefined)
    throw new UsageError(`The flag ${rawName} must have a value, and none came.`)
  if (!inlineValue && /^-\D/.test(value)) {
    throw new UsageError(
      `The flag ${rawName} must have a value, and the flag ${JSON.stringify(value)} came. Write ${rawName}=${value} if that is the value.`,
    )
  }

  return { option, text: value }
}

/** What Kubernetes sets in every pod for a Service named codemode-executor is meant for nobody here. */
function isServiceLink(option: string, text: string): boolean {
  return option === 'port' && text.startsWith('tcp://')
}
