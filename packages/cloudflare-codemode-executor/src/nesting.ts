// Knows whether a call is made from inside a tool, where the runtime can tell: a run that waits for an
// execution of its own must not wait behind it in a full queue.

/** Marks what a tool does, and what it starts, as nested in an execution. */
export type Nesting<Outer extends object> = {
  /** The execution whose tool makes this call. */
  readonly outer: Outer | undefined
  /** Runs `work` as part of a tool of an execution. */
  enter: <Result>(outer: Outer, work: () => Result) => Result
  /** Runs `work` apart from any tool: what lives longer than it, such as a socket, starts here. */
  leave: <Result>(work: () => Result) => Result
}

type Storage<Store> = {
  getStore(): Store | undefined
  run<Result>(store: Store | undefined, work: () => Result): Result
}
type AsyncHooks = { AsyncLocalStorage: new <Store>() => Storage<Store> }
type Runtime = { process?: { getBuiltinModule?: (name: string) => AsyncHooks | undefined } }

/** A runtime without asynchronous context cannot tell: nothing is nested there. */
const WITHOUT_CONTEXT = {
  outer: undefined,
  enter: <Result>(_outer: object, work: () => Result): Result => work(),
  leave: <Result>(work: () => Result): Result => work(),
}

export function createNesting<Outer extends object>(): Nesting<Outer> {
  // Asked for by name: an import of a Node module would keep the package out of browsers.
  const runtime: Runtime & object = globalThis
  const hooks = runtime.process?.getBuiltinModule?.('node:async_hooks')
  if (hooks === undefined) return WITHOUT_CONTEXT
  const storage = new hooks.AsyncLocalStorage<Outer>()

  return {
    get outer() {
      return storage.getStore()
    },
    enter: (outer, work) => storage.run(outer, work),
    leave: (work) => storage.run(undefined, work),
  }
}
