#!/usr/bin/env node
// The command codemode-executor: picks the subcommand, and turns a wrong call into one line.

import { packageVersion } from '../package-version.ts'
import { MAIN_HELP } from './help.ts'
import { runCommand } from './run.ts'
import { serveCommand } from './serve.ts'
import { UsageError } from './usage-error.ts'

const WRONG_CALL = 2

async function main([command, ...rest]: Array<string>): Promise<number> {
  if (command === 'serve') return serveCommand(rest)
  if (command === 'run') return runCommand(rest)
  if (command === '--version') return print(`${packageVersion()}\n`)
  if (command === '--help' || command === '-h' || command === 'help') return print(MAIN_HELP)
  const came = command === undefined ? 'nothing' : JSON.stringify(command)
  throw new UsageError(
    `The command must be "serve" or "run", and ${came} came. --help lists what there is.`,
  )
}

function print(text: string): number {
  process.stdout.write(text)

  return 0
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`codemode-executor: ${error.message}\n`)
  process.exitCode = WRONG_CALL
}
