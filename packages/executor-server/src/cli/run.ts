// The command `run`: one program in an executor of this process.

import { text as readAll } from 'node:stream/consumers'
import {
  createExecutor,
  ExecutorError,
  stringifyForDispatch,
  type ExecuteResult,
  type InProcessExecutor,
} from '@supolka/codemode-executor'
import { readFlags, type Call } from './read-flags.ts'
import { readFileOf } from './read-value.ts'
import { runHelp } from './help.ts'
import { RUN_FLAGS } from './run-flags.ts'
import { UsageError } from './usage-error.ts'
import { inWordsOfTheCall } from './words-of-the-call.ts'

const FAILED = 1
/** What sysexits.h calls an internal software error. */
const BROKEN = 70

/** Runs the command and gives the exit code. Throws a UsageError for a wrong call. */
export async function runCommand(argv: Array<string>): Promise<number> {
  const call = readFlags(argv, process.env, RUN_FLAGS)
  if (call.asksForHelp) {
    process.stdout.write(runHelp())

    return 0
  }
  const code = await readProgram(call.positionals)
  await using executor = createFor(call)
  try {
    return report(await executor.execute({ code, onLog: ({ text }) => say(text) }))
  } catch (fault) {
    if (!(fault instanceof ExecutorError)) throw fault
    say(`${fault.code}: ${fault.message}`)

    return BROKEN
  }
}

async function readProgram(positionals: Array<string>): Promise<string> {
  const [file, surplus] = positionals
  if (file === undefined) {
    throw new UsageError('The command run takes a file, or - for standard input, and nothing came.')
  }
  if (surplus !== undefined) {
    throw new UsageError(`The command run takes one file, and ${JSON.stringify(surplus)} came too.`)
  }

  return file === '-' ? readAll(process.stdin) : readFileOf(file, 'file')
}

function createFor(call: Call): InProcessExecutor {
  const options: Record<string, unknown> = { workers: 1 }
  for (const [name, { value }] of call.given) options[name] = value
  try {
    return createExecutor(options)
  } catch (error) {
    throw new UsageError(inWordsOfTheCall(error instanceof Error ? error.message : '', call))
  }
}

function report({ error, result }: ExecuteResult): number {
  if (error !== undefined) {
    say(error)

    return FAILED
  }
  const text = stringifyForDispatch(result)
  // A program that gives nothing has no JSON text.
  if (text !== undefined) process.stdout.write(`${text}\n`)

  return 0
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
