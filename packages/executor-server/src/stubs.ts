// What capnweb puts where a peer sent a function: callable, to be duplicated when it is to outlive its
// call, and disposed when nobody needs it any more.

/** The life of a stub beside its calls. */
type StubLife<Fn> = Disposable & { dup: () => Fn & Disposable }

/** A duplicate that stays usable when the call that brought the stub has returned. */
export function duplicate<Fn extends (...args: Array<never>) => unknown>(
  stub: Fn,
): Fn & Disposable {
  // Every function that comes over the wire is a stub; the contract's types show only its calls.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (stub as unknown as StubLife<Fn>).dup()
}

/** Lets go of a stub, of a promise of one call, or of an answer that may hold stubs. */
export function letGo(value: unknown): void {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return
  const dispose: unknown = Reflect.get(value, Symbol.dispose)
  if (typeof dispose === 'function') Reflect.apply(dispose, value, [])
}
