// The classes that a structured clone rebuilds by name, as they were when this module loaded.

// Younger than the library types of this target, and than some engines.
declare const Float16Array: AnyClass | undefined

type AnyClass = new (...args: Array<never>) => object

const table = <Class>(
  classes: Record<string, Class | undefined>,
): Readonly<Record<string, Class | undefined>> => ({
  __proto__: null as never,
  ...classes,
})

/** Views over a buffer. */
export const VIEW_CLASSES: Readonly<Record<string, AnyClass | undefined>> = table<AnyClass>({
  DataView,
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float16Array: typeof Float16Array === 'undefined' ? undefined : Float16Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
})

/** The error classes of the language; every other error is an `Error` that keeps its name. */
export const ERROR_CLASSES: Readonly<Record<string, ErrorConstructor | undefined>> =
  table<ErrorConstructor>({
    Error,
    EvalError,
    RangeError,
    ReferenceError,
    SyntaxError,
    TypeError,
    URIError,
  })
