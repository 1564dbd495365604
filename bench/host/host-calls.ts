// What the bench asks of a row's own process, and what comes back.

import type { ProgramId } from '../workloads.ts'

/** Each call as a function; its arguments and its answer cross as JSON. */
export type HostCalls = {
  /** Runs a program without measuring it; the first call creates the row. */
  warm(program: ProgramId): Promise<void>
  /** Wall time of each run, in milliseconds. Rejects when a run fails or answers wrongly. */
  measure(program: ProgramId, runs: number): Promise<Array<number>>
  /** Runs the trivial program at the declared concurrency. */
  throughput(runs: number): Promise<{ perSecond: number }>
  /** Starts runs that wait in a tool call; answers how many got there. */
  hold(count: number): Promise<number>
  /** Lets the held runs end, waits for them, and answers how many succeeded. */
  release(): Promise<number>
  /** Bytes of the heap of an isolate that is prepared and idle; 0 where the row does not tell. */
  idleHeap(): Promise<number>
  collectGarbage(): Promise<void>
  close(): Promise<void>
}

export type HostCallName = keyof HostCalls

export type HostAnswer<Name extends HostCallName> = Awaited<ReturnType<HostCalls[Name]>>

export type HostQuestion = { id: number; call: HostCallName; args: Array<unknown> }

export type HostReply = { id: number; error?: string; answerJson?: string }
