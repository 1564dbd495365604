// The command `serve`: from flags to a listening server, until a signal ends it.

import { destination, pino } from 'pino'
import type { ExecutorServer } from '../executor-server.ts'
import { readServerOptions, type ServerOptions } from '../options.ts'
import { serve } from '../serve.ts'
import { serveHelp } from './help.ts'
import { readServeCall, type ServeCall } from './serve-call.ts'
import { endOnSignal, SHUTDOWN_GRACE } from './shutdown.ts'
import { unknownVariables } from './unknown-variables.ts'
import { UsageError } from './usage-error.ts'
import { inWordsOfTheCall } from './words-of-the-call.ts'

const STANDARD_ERROR = 2

/** Runs the command until its end and gives the exit code. Throws a UsageError for a wrong call. */
export async function serveCommand(argv: Array<string>): Promise<number> {
  const called = readServeCall(argv, process.env)
  if (called.asksForHelp) {
    process.stdout.write(serveHelp())

    return 0
  }
  const logger = pino({ level: called.logLevel }, destination({ dest: STANDARD_ERROR, sync: true }))
  for (const variable of unknownVariables(process.env)) {
    logger.warn({ variable }, 'no flag has this variable')
  }
  const server = await start(called, { ...called.options, logger })
  if (server === undefined) return 1
  const { drainTimeout } = readServerOptions(called.options)
  const ended = endOnSignal({ server, drainTimeout, grace: SHUTDOWN_GRACE, logger })
  // Whoever reads this line may signal at once.
  process.stdout.write(`codemode-executor serving ${server.url}\n`)

  return ended
}

async function start(
  { call }: ServeCall,
  options: ServerOptions,
): Promise<ExecutorServer | undefined> {
  try {
    return await serve(options)
  } catch (error) {
    const text = inWordsOfTheCall(error instanceof Error ? error.message : String(error), call)
    if (error instanceof TypeError || error instanceof RangeError) throw new UsageError(text)
    process.stderr.write(`codemode-executor: ${text}\n`)

    return undefined
  }
}
