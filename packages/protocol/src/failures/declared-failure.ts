// What the declared failures share. Each class composes its own text from the facts it is given.

/** A failure that a bound or a missing surface of the executor causes on purpose. */
export abstract class DeclaredFailure extends Error {}

/** Puts a class's name on its prototype, where it survives minification and costs no own property. */
export function nameFailure(prototype: Error, name: string): void {
  Object.defineProperty(prototype, 'name', { value: name, writable: true, configurable: true })
}
