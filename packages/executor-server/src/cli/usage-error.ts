// A mistake in how the command was called.

/** Its message is one line for standard error; the command then ends with exit code 2. */
export class UsageError extends Error {
  static {
    Object.defineProperty(this.prototype, 'name', { value: 'UsageError', writable: true })
  }
}
