// The interface of `@cloudflare/codemode` 0.5.6 that an executor there has. It is written out here, since
// the package's own declarations need the types of Workers, and its code needs Workers.

/** What a run came to. `error` is present exactly when it failed, and never empty. */
export interface CodemodeResult {
  result: unknown
  error?: string
  /** Absent when a name kept the run from starting. */
  logs?: Array<string>
}

/** The tools of one namespace. A call spreads its arguments, as the program passed them. */
export interface CodemodeProvider {
  name: string
  fns: Record<string, CodemodeTool>
  /** JavaScript that runs in the sandbox once every namespace exists. */
  prelude?: string
}

export type CodemodeTool = (...args: Array<unknown>) => Promise<unknown>

/** A namespace whose every method is one call of `callTool`, with one argument. */
export interface CodemodeConnector {
  name: string
  binding: { callTool(method: string, args: unknown): Promise<unknown> }
}

export interface CodemodeExecuteOptions {
  connectors?: Array<CodemodeConnector>
}

/** An `Executor` of `@cloudflare/codemode`. */
export interface CodemodeExecutor {
  execute(
    code: string,
    providersOrFns: Array<CodemodeProvider> | Record<string, CodemodeTool>,
    options?: CodemodeExecuteOptions,
  ): Promise<CodemodeResult>
}
