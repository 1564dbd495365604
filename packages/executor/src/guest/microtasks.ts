// queueMicrotask over a settled promise. It catches for itself: an error thrown out of a microtask
// would become the outcome of whichever call of the child is under way.

import { NativePromise, NativeTypeError, reflectApply } from './intrinsics.ts'
import { reportError } from './report-error.ts'

/** Runs a callback as a microtask. Awaiting reads no hook of a program: the promise is native. */
export function queueMicrotaskOfRuntime(callback: () => void): void {
  void run(callback)
}

async function run(callback: () => void): Promise<void> {
  await settled
  try {
    reflectApply(callback, undefined, [])
  } catch (error) {
    reportError(error)
  }
}

// Its own `constructor` keeps `await` from reading the one on the prototype, which a program may set.
const settled: Promise<void> = Object.defineProperty(
  new NativePromise<void>((resolve) => resolve()),
  'constructor',
  {
    value: NativePromise,
  },
)

/** The global; a method, since operations are no constructors. */
export const queueMicrotask: (callback: unknown) => void = {
  queueMicrotask(callback: unknown): void {
    if (typeof callback !== 'function') throw new NativeTypeError('The callback is not a function.')
    queueMicrotaskOfRuntime(callback as () => void)
  },
}.queueMicrotask
