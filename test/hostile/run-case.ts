// Runs one case and everything that has to hold whatever the program did: the run settles in time,
// its outcome is well formed, the host is unharmed, the next run works and no work goes on.

import { brief } from './brief.ts'
import { caseRequest } from './case-request.ts'
import { shortfall } from './expectation.ts'
import type { Attack, CaseContext, HostileCase, Outcome } from './hostile-case.ts'
import type { HostGuard } from './host-guard.ts'
import { untilQuiet } from './process-tree.ts'
import type { Sink } from './sink.ts'
import type { Subject } from './subject.ts'
import { takeVitals } from './vitals.ts'
import { LATE, within } from './within.ts'

const DEFAULT_WALL_MS = 5000

/** How long past its bound a case is waited for, so that late can be told from never, in ms. */
const GRACE_MS = 6000

/** Where cases run: the executor, the loopback sink and the watch over this process. */
export type Arena = { subject: Subject; sink: Sink; guard: HostGuard }

/** Runs `hostile`; the answer lists each thing that is wrong. `quiet` asks for an idle tree after. */
export async function runCase(
  hostile: HostileCase,
  { subject, sink, guard }: Arena,
  quiet: boolean,
): Promise<Array<string>> {
  const context: CaseContext = { calls: [], outbound: [], sink }
  sink.clear()
  const vitals = takeVitals(hostile)
  const outcome = await timed(hostile, attackOn(hostile, subject, context))
  const complaints = [
    ...outcome.complaints,
    ...(outcome.value === undefined ? [] : await judged(hostile, outcome.value, context)),
    ...vitals.stop(),
    ...guard.takeFaults(),
  ]
  const aftermath = [await subject.canary(), quiet ? await untilQuiet() : undefined]
  if (outcome.value === undefined || aftermath.some((complaint) => complaint !== undefined))
    await subject.replace()

  return [...complaints, ...aftermath.filter((complaint) => complaint !== undefined)]
}

function attackOn(hostile: HostileCase, { executor }: Subject, context: CaseContext): Attack {
  return {
    execute: (step) => executor.execute(caseRequest(hostile, step, context)),
    invokeHandle: (...call) => executor.invokeHandle(...call),
    closeHandles: (executionId) => executor.closeHandles(executionId),
  }
}

async function timed(
  hostile: HostileCase,
  attack: Attack,
): Promise<{ value?: Outcome; complaints: Array<string> }> {
  const wall = hostile.maxWallMs ?? DEFAULT_WALL_MS
  const start = performance.now()
  const value = await within(settled(hostile, attack), wall + GRACE_MS)
  const ms = Math.round(performance.now() - start)
  if (value === LATE) return { complaints: [`no answer within ${wall + GRACE_MS} ms`] }

  return { value, complaints: ms > wall ? [`it took ${ms} ms, more than ${wall} ms`] : [] }
}

async function settled(hostile: HostileCase, attack: Attack): Promise<Outcome> {
  try {
    return await (hostile.run ? hostile.run(attack) : attack.execute({ code: hostile.code }))
  } catch (failure) {
    return { rejected: rejection(failure) }
  }
}

/** A rejection as an outcome keeps it: its code, then its text. */
export function rejection(failure: unknown): string {
  return failure instanceof Error
    ? `${faultCode(failure) ?? ''} ${failure.message}`
    : String(failure)
}

/** The code of a fault, where it has one. */
export function faultCode(failure: Error): string | undefined {
  return 'code' in failure ? String(failure.code) : undefined
}

async function judged(
  hostile: HostileCase,
  outcome: Outcome,
  context: CaseContext,
): Promise<Array<string>> {
  if (typeof outcome !== 'object' || outcome === null)
    return [`the outcome is not an object: ${brief(outcome)}`]
  if (outcome.rejected !== undefined) {
    if (hostile.mayReject) return []
    if (!hostile.expect.mayReject) return [`execute was rejected: ${brief(outcome.rejected)}`]
  }
  const reason = await shortfall(hostile.expect, outcome, context)

  return [...(reason === undefined ? [] : [reason]), ...(hostile.run ? [] : malformations(outcome))]
}

function malformations({ rejected, error, logs }: Outcome): Array<string> {
  const complaints: Array<string> = []
  if (rejected === undefined && !isLogList(logs)) complaints.push(`malformed logs: ${brief(logs)}`)
  if (error !== undefined && typeof error !== 'string') complaints.push('the error is not a text')

  return complaints
}

function isLogList(logs: unknown): boolean {
  return (
    Array.isArray(logs) &&
    logs.every(
      (line: unknown) =>
        typeof line === 'object' &&
        line !== null &&
        'text' in line &&
        typeof line.text === 'string' &&
        'level' in line &&
        ['log', 'warn', 'error'].includes(String(line.level)),
    )
  )
}
