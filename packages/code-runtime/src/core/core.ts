// Runs programs on an executor, whatever contract is served: reads and composes them, answers their calls,
// ends them, and says how they ended. Keeps nothing between two runs.

import type {
  ExecuteRequest,
  ExecuteResult,
  Executor,
  LogLine,
} from '@supolka/codemode-executor-protocol'
import type { CodeRuntimeConfig } from '../config.ts'
import { stripTypes } from '../strip-types.ts'
import type { GuestSettings } from '../guest/settings.ts'
import { collectParts } from './answer-parts.ts'
import { endOfError, endOfFault } from './classify.ts'
import { composeCode, composeProvider } from './compose-program.ts'
import { createDispatch } from './dispatch.ts'
import type { End, Ending } from './ending.ts'
import { membersOf, namespaceSettings, scopeNames, type Namespace } from './namespaces.ts'
import { readAnswer } from './read-answer.ts'
import { watchForStop, type Stop } from './stop.ts'
import { cloneTransit, jsonTransit } from './transit.ts'

export type CoreSettings = Pick<GuestSettings, 'values' | 'valueLimit' | 'lineLimit'> &
  Required<Pick<CodeRuntimeConfig, 'computeMs' | 'maxWallMs' | 'outbound'>>

/** A request that has been checked. */
export type CoreRequest = {
  program: string
  namespaces: Array<Namespace>
  signal: AbortSignal | undefined
  /** Hears each line as it is printed; true ends the run for its output. */
  isTooMuch?: (line: LogLine) => boolean
}

export type Core = {
  readonly isDisposed: boolean
  run(request: CoreRequest): Promise<Ending>
  /** Ends what runs and resolves when nothing of it is left. */
  dispose(): Promise<void>
}

/** The executor stays its owner's. */
export function createCore(executor: Executor, settings: CoreSettings): Core {
  const active = new Map<Stop, Promise<Ending>>()
  let disposal: Promise<void> | undefined
  const dispose = async (): Promise<void> => {
    for (const stop of active.keys()) stop.fire({ type: 'disposed' })
    await Promise.all(active.values())
  }

  return {
    get isDisposed() {
      return disposal !== undefined
    },
    async run(request) {
      const stop = watchForStop(request.signal, settings.maxWallMs)
      const ending = runProgram({ executor, settings, request, stop })
      active.set(stop, ending)
      try {
        return await ending
      } finally {
        active.delete(stop)
        stop.release()
      }
    },
    dispose() {
      disposal ??= dispose()

      return disposal
    },
  }
}

type RunContext = {
  executor: Executor
  settings: CoreSettings
  request: CoreRequest
  stop: Stop
}

async function runProgram(context: RunContext): Promise<Ending> {
  const { request, stop } = context
  if (stop.cause !== undefined) return silent(stop.cause)
  const { code, refusal } = stripTypes(request.program)

  return code === undefined
    ? silent({ type: 'exception', message: refusal })
    : execute(context, code)
}

/** The ending of a run of which nothing has run. */
function silent(end: End): Ending {
  return { end, logs: [] }
}

async function execute(context: RunContext, body: string): Promise<Ending> {
  const { executor, settings, request, stop } = context
  const parts = collectParts()
  const transit = settings.values === 'json' ? jsonTransit : cloneTransit
  const lines = body.split('\n').length
  let isActive = true
  const dispatch = createDispatch({
    members: membersOf(request.namespaces),
    transit,
    parts,
    isActive: () => isActive && stop.cause === undefined,
  })
  try {
    const outcome = await executor.execute({ ...requestOf(context, body), dispatch })

    return { end: endOf(outcome), logs: outcome.logs ?? [] }
  } catch (fault) {
    return silent(endOfFault(fault, stop.cause))
  } finally {
    isActive = false
  }

  function endOf({ result, error, usage }: ExecuteResult): End {
    return error === undefined
      ? readAnswer(result, { parts, transit, lines })
      : endOfError(error, { cause: stop.cause, usage, lines, computeMs: settings.computeMs })
  }
}

function requestOf({ settings, request, stop }: RunContext, body: string): ExecuteRequest {
  const { namespaces, isTooMuch } = request
  const { values, valueLimit, lineLimit, computeMs, outbound } = settings
  const guest: GuestSettings = {
    values,
    valueLimit,
    lineLimit,
    namespaces: namespaceSettings(namespaces),
  }

  return {
    code: composeCode(body, scopeNames(namespaces)),
    providers: [composeProvider(guest)],
    timeout: computeMs,
    countHostWaits: false,
    signal: stop.signal,
    ...(outbound !== 'native' && { outbound }),
    ...(isTooMuch !== undefined && {
      onLog(line) {
        if (isTooMuch(line)) stop.fire({ type: 'over' })
      },
    }),
  }
}
