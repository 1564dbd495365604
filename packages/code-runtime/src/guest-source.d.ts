// The guest half as source text: an expression for the entry scope. The build writes it.

/** Evaluates to `createRuntime` of `guest/main.ts`. */
export const GUEST_SOURCE: string
