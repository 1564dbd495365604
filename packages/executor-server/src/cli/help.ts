// The texts of --help, composed from the table of flags.

import { EXECUTOR_FLAGS } from './executor-flags.ts'
import { ENVIRONMENT_PREFIX, flagName, variableName, type Flag } from './flag.ts'
import { RUN_FLAGS } from './run-flags.ts'
import { SERVER_FLAGS } from './server-flags.ts'
import { SHUTDOWN_GRACE } from './shutdown.ts'

/** The help of the command without a subcommand. */
export const MAIN_HELP = `Usage: codemode-executor <command> [flags]

Runs JavaScript that a model wrote in V8 isolates inside child processes.

Commands:
  serve         serves an executor over WebSocket
  run <file|->  runs one program of a file or of standard input

Flags:
  --help, -h    this text, or that of a command
  --version     the version of this package
`

/** The help of `serve`. */
export function serveHelp(): string {
  return `Usage: codemode-executor serve [flags]

Serves an executor over WebSocket until a signal ends it. When it is ready it prints one line with its
URL on standard output; its log goes to standard error, as JSON lines.

Each flag can be given by the environment as well: ${flagName('queueLimit')} is ${variableName('queueLimit')}.
A flag wins over its variable, and an empty variable counts as absent. Lists are parted by commas, or
their flags repeated.

Server:
${listFlags(SERVER_FLAGS)}
Executor:
${listFlags(EXECUTOR_FLAGS)}
Endpoints beside the WebSocket: /healthz, /readyz and, unless ${flagName('metrics')}=false, /metrics.

Signals: SIGTERM and SIGINT drain. What has started finishes, the rest is turned away as retryable, and
the process ends within ${flagName('drainTimeout')} and ${SHUTDOWN_GRACE} ms more. A second signal ends it at once.

Exit codes: 0 after a drain; 1 when it could not listen or not end in time; 2 for a wrong call; 130 or
143 after a second SIGINT or SIGTERM.
`
}

/** The help of `run`. */
export function runHelp(): string {
  return `Usage: codemode-executor run <file|-> [flags]

Runs one program, an arrow expression in a file or on standard input, in this process's own executor.
What it logs goes to standard error as it happens, its result to standard output as JSON.

Flags, or variables that begin with ${ENVIRONMENT_PREFIX}:
${listFlags(RUN_FLAGS)}
Exit codes: 0 with a result; 1 when the program failed, with the text on standard error; 2 for a wrong
call; 70 when the executor failed.
`
}

function listFlags(flags: Record<string, Flag>): string {
  const entries = Object.entries(flags).map(([option, flag]) => {
    return `  ${usageOf(option, flag)}\n${fill(`${flag.meaning} Default: ${flag.fallback}.`)}`
  })

  return entries.join('')
}

/** Breaks a text into lines that are indented and fit a narrow terminal. */
function fill(text: string): string {
  return text.replaceAll(/(\S.{0,84})(?:\s+|$)/g, '      $1\n')
}

function usageOf(option: string, { kind, unit, choices }: Flag): string {
  const name = flagName(option)
  if (kind === 'switch') return `${name}, ${name.replace('--', '--no-')}`
  if (kind === 'choice') return `${name} <${choices?.join('|')}>`
  if (kind === 'number-or-none') return `${name} <${unit}|none>`

  return `${name} <${unit}>`
}
