// Where throws go that nobody can catch: timer callbacks, event listeners, microtasks.

import { loadedGroup } from './load-groups.ts'

/**
 * Fires an `error` event at the global object, for which someone listens only if the group that has
 * events is loaded, and then drops the error. A throw nobody can catch never replaces the run's own
 * result and is no log line of the program's; the contract gives it no other way out.
 */
export function reportError(error: unknown): void {
  const report = loadedGroup('dom')?.['reportException'] as ((error: unknown) => void) | undefined
  report?.(error)
}
