// The contract of a code runtime: what a caller hands it and what it gets back.

/**
 * One host function that a program calls. `args` and what it resolves to cross a serialization boundary,
 * so they must be structured-cloneable. A rejection rejects the program's call.
 */
export type CodeBindingFunction = (args: unknown) => Promise<unknown>

/** A named group of functions, which the program sees as one global object without a prototype. */
export interface CodeBindingNamespace {
  /** The global identifier the program sees: any identifier of JavaScript but `console`. */
  global: string
  /** The members, by the exact names the program calls. Any string is a name. */
  functions: Record<string, CodeBindingFunction>
}

/** One run, with everything the runtime acts on. */
export interface CodeRunRequest {
  /** The body of an async function, in TypeScript whose types can be erased. */
  program: string
  /** Host functions exposed to the program, one global object for each namespace. */
  bindings: Array<CodeBindingNamespace>
  /** Ends the run, even mid-loop. Calls that are open then are the caller's to settle. */
  signal?: AbortSignal
}

/**
 * Why a run failed: the program threw or could not be read (`exception`), a budget of the runtime ran
 * out (`timeout`), the request's signal fired or the runtime was disposed (`abort`), or what the program
 * ran on died or was not to be had (`worker-exit`).
 */
export interface CodeRunFailure {
  kind: 'exception' | 'timeout' | 'abort' | 'worker-exit'
  /** Words for whoever writes the next attempt. */
  message: string
}

/** The outcome of a run. A failed program is a field here, never a rejection. */
export interface CodeRunResult {
  /** What the program returned; absent where it returned nothing or failed. */
  value?: unknown
  /** What the program printed, in order, capped. */
  logs: Array<string>
  /** Present exactly when the run failed. */
  error?: CodeRunFailure
}

/** Runs programs against bindings. `await using` disposes it. */
export interface CodeRuntime extends AsyncDisposable {
  /** What a program is written in. */
  readonly language: 'typescript'
  /** What programs run on, as a label for diagnostics; no security claim. */
  readonly isolation: string
  /**
   * Runs one program. Resolves whatever the program does; rejects with TypeError for a request that is
   * not what the contract says, and with an Error once the runtime is disposed.
   */
  run(request: CodeRunRequest): Promise<CodeRunResult>
  /** Ends the runs under way and resolves when they are over. The executor stays its owner's. */
  dispose(): Promise<void>
}
