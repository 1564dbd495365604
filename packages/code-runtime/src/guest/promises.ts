// Promises of the runtime, out of the reach of what a program does to `Promise`.

import { defineHidden, NativePromise, promiseThen } from './values/intrinsics.ts'

/** Hears a native promise that no program holds. Neither handler may throw. */
export function whenSettled(
  promise: Promise<unknown>,
  onValue: (value: unknown) => void,
  onFailure: (reason: unknown) => void,
): void {
  // Own, so that the species is not looked up on a prototype that a program may have changed.
  defineHidden(promise, 'constructor', undefined)
  void promiseThen(promise, onValue, onFailure)
}

/** A promise that an `await` takes as it is, without calling a `then` that a program replaced. */
export function makePromise<Value>(
  start: (resolve: (value: Value) => void) => void,
): Promise<Value> {
  const promise = new NativePromise<Value>(start)
  defineHidden(promise, 'constructor', NativePromise)

  return promise
}
