// Runs one report against an executor of its own, through the protocol's own codec, so that the case
// sees what a host sees.

import { createEnvelopeDispatch, ToolNotFoundError } from '@supolka/codemode-executor'
import type {
  ExecuteRequest,
  Executor,
  OutboundFetchFn,
  ProviderDescriptor,
} from '@supolka/codemode-executor'
import { brief } from '../hostile/brief.ts'
import { inTurn } from '../hostile/in-turn.ts'
import { LATE, within } from '../hostile/within.ts'
import type { FieldCase, FieldRun } from './field-case.ts'
import { shortfalls } from './shortfalls.ts'
import type { FieldOutcome } from './shortfalls.ts'

const ANSWER_MS = 60_000

/** Runs `report`; the answer lists each thing that falls short. */
export async function runCase(report: FieldCase, executor: Executor): Promise<Array<string>> {
  const runs = 'sequence' in report ? report.sequence : [report]

  return (await inTurn(runs, (run) => complaintsOf(run, executor))).flat()
}

async function complaintsOf(run: FieldRun, executor: Executor): Promise<Array<string>> {
  const got = await within(execute(run, executor), ANSWER_MS)
  if (got === LATE) return [`no answer within ${ANSWER_MS} ms`]

  return shortfalls(run.expect, got).map((name) => `${name}: ${brief(got)}`)
}

async function execute(run: FieldRun, executor: Executor): Promise<FieldOutcome> {
  const { tools = {}, expect: _expect, outbound, ...rest } = run
  const seen = { toolCalls: 0, outboundCalls: 0 }
  const state = { active: true }
  const request: ExecuteRequest = {
    ...rest,
    providers: run.providers ?? descriptorsOf(tools),
    dispatch: createEnvelopeDispatch(state, async (provider, tool, args) => {
      seen.toolCalls += 1
      const call = tools[provider]?.[tool]
      if (call === undefined) throw new ToolNotFoundError(tool)

      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a program passes what it likes
      return call(...(listOf(args) as Array<never>))
    }),
    outbound: outbound && counting(outbound, seen),
  }
  const start = performance.now()
  const outcome = await executor.execute(request)
  state.active = false

  return { ...outcome, logs: outcome.logs ?? [], ...seen, ms: performance.now() - start }
}

function descriptorsOf(tools: NonNullable<FieldRun['tools']>): Array<ProviderDescriptor> {
  return Object.entries(tools).map(([name, functions]) => ({ name, tools: Object.keys(functions) }))
}

function listOf(args: unknown): Array<unknown> {
  if (args === undefined) return []

  return Array.isArray(args) ? args : [args]
}

function counting(outbound: OutboundFetchFn, seen: { outboundCalls: number }): OutboundFetchFn {
  return async (message) => {
    seen.outboundCalls += 1

    return outbound(message)
  }
}
