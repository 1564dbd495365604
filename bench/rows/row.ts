// What a row of the table is: one way to run model-written code, driven through the same two calls.

/** A host function that a program reaches as `tools.<name>(arg)`. */
export type Tool = (arg: unknown) => Promise<unknown>

export type RowOptions = {
  timeoutMs: number
  memoryMb: number
  tools: Record<string, Tool>
}

export type RunOutcome =
  /** `idleHeapBytes` is the heap of the isolate before a program that is too slight to change it. */
  { ok: true; value: unknown; idleHeapBytes?: number } | { ok: false; error: string }

/** A running row. Its maker calls `close` once, after the last run has settled. */
export interface Row {
  /** Runs the inside of an async function in a fresh world. Never rejects for the program's failure. */
  run(body: string): Promise<RunOutcome>
  close(): Promise<void>
}

/** The one export of a row's file. */
export type CreateRow = (options: RowOptions) => Promise<Row>
