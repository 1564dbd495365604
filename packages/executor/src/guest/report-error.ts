// Where throws go that nobody can catch: timer callbacks, event listeners, microtasks.

/**
 * Drops the error. A throw nobody can catch never replaces the run's own result and is no log line of
 * the program's; the contract gives it no other way out.
 */
export function reportError(_error: unknown): void {
  // Nothing listens.
}
