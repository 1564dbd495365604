// V8's WebAssembly, as far as the runtime uses it.

export type Module = { readonly isModule: unique symbol }

export type Namespace = {
  Module: {
    new (bytes: unknown, options?: unknown): Module
    imports(module: unknown): Array<{ module: string; name: string }>
  }
  Instance: new (module: Module, imports?: unknown) => object
}

/** The group is loaded only where the executor's option leaves WebAssembly in. */
export const native: Namespace = runtime.webAssembly() as Namespace

const { Module, Instance } = native
const { imports } = Module
const NativeError = Error

type Import = { module: string; name: string }

/** What a module imports, or `undefined` for a value that is no module. */
export const importsOf = (value: unknown): Array<Import> | undefined => {
  try {
    return imports(value)
  } catch {
    return undefined
  }
}

/** Throws what V8 throws, in the name of the operation that was called. */
const inTheNameOf = <T>(operation: string, constructor: string, run: () => T): T => {
  try {
    return run()
  } catch (error) {
    const prefix = `WebAssembly.${constructor}()`
    const message: unknown = error instanceof NativeError ? error.message : undefined
    if (typeof message === 'string' && message.startsWith(prefix)) {
      ;(error as Error).message = `WebAssembly.${operation}()${message.slice(prefix.length)}`
    }
    throw error
  }
}

export const compileModule = (bytes: unknown, options: unknown, operation: string): Module =>
  inTheNameOf(operation, 'Module', () => new Module(bytes, options))

export const createInstance = (module: Module, given: unknown, operation: string): object =>
  inTheNameOf(operation, 'Instance', () => new Instance(module, given))
