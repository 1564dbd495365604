// The request that a case makes: its own fields, the corpus's defaults and what one step adds.

import type { ExecuteRequest } from '@supolka/codemode-executor'
import { TIMEOUT } from './endings.ts'
import type { CaseContext, CaseRequest, HostileCase } from './hostile-case.ts'
import type { Sink } from './sink.ts'

/** How many tool calls a case remembers, so that a flood costs the host no memory of the test's. */
const MAX_CALLS = 50_000

/** Fills in what `step` leaves open, and records in `context` what reaches the host. */
export function caseRequest(
  hostile: HostileCase,
  step: CaseRequest,
  context: CaseContext,
): ExecuteRequest {
  const { code, outbound = 'outbound' in hostile ? hostile.outbound : null, ...rest } = step
  const { dispatch, providers, modules } = hostile

  return {
    timeout: hostile.timeout ?? TIMEOUT,
    ...(dispatch && { dispatch: recording(dispatch, context) }),
    ...(providers && { providers }),
    ...(modules && { modules }),
    ...rest,
    ...outboundOf(outbound, context),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one case hands over no text
    code: (typeof code === 'string' ? addressed(code, context.sink) : code) as string,
  }
}

function recording(
  dispatch: NonNullable<HostileCase['dispatch']>,
  { calls }: CaseContext,
): NonNullable<ExecuteRequest['dispatch']> {
  return async (provider, tool, argsJson) => {
    if (calls.length < MAX_CALLS) calls.push([provider, tool, argsJson])

    return dispatch(provider, tool, argsJson)
  }
}

function outboundOf(
  outbound: HostileCase['outbound'],
  context: CaseContext,
): Pick<ExecuteRequest, 'outbound'> {
  if (outbound === 'native') return {}
  if (typeof outbound !== 'function') return { outbound }

  return {
    outbound: async (message) => {
      context.outbound.push(message)

      return outbound(message)
    },
  }
}

function addressed(code: string, { port }: Sink): string {
  return code
    .replaceAll('{{sink}}', `http://127.0.0.1:${port}`)
    .replaceAll('{{sinkport}}', String(port))
    .replaceAll('{{sinkname}}', `http://localhost:${port}`)
}
