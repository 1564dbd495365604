// Dynamic imports. isolated-vm has no hook for `import()`, so the child rewrites the keyword to this
// function; the child links the module and a small module of its own hands the namespace over.

import { bridge } from './bridge.ts'
import {
  create,
  keysOf,
  NativeError,
  NativePromise,
  NativeRangeError,
  NativeTypeError,
  joinTexts,
  toText,
} from './intrinsics.ts'
import { runState } from './run-state.ts'

type Open = { resolve: (namespace: unknown) => void; reject: (error: unknown) => void }

const NativeSyntaxError = SyntaxError
const NativeReferenceError = ReferenceError
const open = create(null) as Record<number, Open | undefined>
let lastId = 0

/** What `import(specifier)` is rewritten to. */
export function dynamicImport(specifier: unknown): Promise<unknown> {
  return new NativePromise((resolve, reject) => {
    const id = ++lastId
    // Coercion may throw, and the promise then rejects with that, as the native one does.
    const refusal = bridge('import', id, toText(specifier))
    if (refusal === undefined) open[id] = { resolve, reject }
    else reject(new NativeError(refusal))
  })
}

/** The child's handing module calls this with the real namespace. */
export function namespaceReady(id: number, namespace: unknown): void {
  const waiting = open[id]
  if (waiting === undefined) return
  delete open[id]
  bridge('imported', id)
  waiting.resolve(namespace)
}

/** A module that did not load: its error arrives as name and message, since only text crosses. */
export function failImport(id: number, name: string, message: string): void {
  const waiting = open[id]
  if (waiting === undefined) return
  delete open[id]
  waiting.reject(errorOf(name, message))
}

function errorOf(name: string, message: string): Error {
  switch (name) {
    case 'TypeError':
      return new NativeTypeError(message)
    case 'RangeError':
      return new NativeRangeError(message)
    case 'SyntaxError':
      return new NativeSyntaxError(message)
    case 'ReferenceError':
      return new NativeReferenceError(message)
    default:
      return new NativeError(message)
  }
}

/** What still waits, for the child to probe: `entry` and the ids of open imports, joined by commas. */
export function pendingLoads(): string {
  const ids = joinTexts(keysOf(open), ',')
  if (runState.isEntered) return ids

  return ids === '' ? 'entry' : `entry,${ids}`
}
