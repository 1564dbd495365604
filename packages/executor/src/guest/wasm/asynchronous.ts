// The asynchronous operations, done by the synchronous constructors: V8's own finish in tasks of a
// platform that nobody runs for an isolate that waits.

import { isObject, requireArguments } from '../dom/webidl.ts'
import { compileModule, createInstance, importsOf, type Module } from './namespace.ts'
import { bytesOfResponse } from './response.ts'

type Instantiated = { module: Module; instance: object }

/** An import object, read as far as the module needs it. */
const readImports = (module: unknown, given: unknown, operation: string): object => {
  const read = { __proto__: null } as unknown as Record<string, Record<string, unknown>>
  const wanted = importsOf(module) ?? []
  if (wanted.length > 0 && given === undefined) {
    throw new TypeError(`WebAssembly.${operation}(): Imports argument must be present.`)
  }
  for (let i = 0; i < wanted.length; i++) {
    const { module: from, name } = wanted[i] as { module: string; name: string }
    const holder = (given as Record<string, unknown>)[from]
    if (!isObject(holder)) {
      throw new TypeError(`WebAssembly.${operation}(): Import "${from}" is not an object.`)
    }
    const values = (read[from] ??= { __proto__: null } as unknown as Record<string, unknown>)
    values[name] = (holder as Record<string, unknown>)[name]
  }
  return read
}

const checkImports = (given: unknown, operation: string): void => {
  if (given === undefined || isObject(given)) return
  throw new TypeError(`WebAssembly.${operation}(): Argument 1 must be an object.`)
}

/** Imports are read when this is called; the start function runs in a turn that follows. */
const instantiateLater = (module: Module, given: unknown, operation: string): Promise<object> =>
  new Promise((resolve, reject) => {
    const imports = readImports(module, given, operation)
    runtime.queueMicrotask(() => {
      try {
        resolve(createInstance(module, imports, operation))
      } catch (error) {
        reject(error)
      }
    })
  })

const nextTurn = (): Promise<void> => new Promise((resolve) => runtime.queueMicrotask(resolve))

const instantiateCompiled = async (
  module: Module,
  given: unknown,
  operation: string,
): Promise<Instantiated> => {
  await nextTurn()
  return { module, instance: await instantiateLater(module, given, operation) }
}

const compile = async (bytes: unknown, options: unknown): Promise<Module> =>
  compileModule(bytes, options, 'compile')

const instantiate = async (
  source: unknown,
  given: unknown,
  options: unknown,
): Promise<object | Instantiated> => {
  const operation = 'instantiate'
  checkImports(given, operation)
  if (importsOf(source) !== undefined) return instantiateLater(source as Module, given, operation)
  return instantiateCompiled(compileModule(source, options, operation), given, operation)
}

const compileStreaming = async (source: unknown, options: unknown): Promise<Module> => {
  const operation = 'compileStreaming'
  return compileModule(await bytesOfResponse(source, operation), options, operation)
}

const instantiateStreaming = async (
  source: unknown,
  given: unknown,
  options: unknown,
): Promise<Instantiated> => {
  const operation = 'instantiateStreaming'
  checkImports(given, operation)
  const module = compileModule(await bytesOfResponse(source, operation), options, operation)
  return instantiateCompiled(module, given, operation)
}

/** Rejects, as an operation that answers promises does, where an argument is missing. */
const withArgument = async <T>(given: number, name: string, run: () => Promise<T>): Promise<T> => {
  requireArguments(given, 1, `WebAssembly.${name}`)
  return run()
}

type Operation = (source: unknown, ...rest: Array<unknown>) => Promise<unknown>

/** As methods, since operations are no constructors. */
export const operations: Readonly<Record<string, Operation>> = {
  compile(bytes, ...rest) {
    return withArgument(arguments.length, 'compile', () => compile(bytes, rest[0]))
  },
  instantiate(source, ...rest) {
    return withArgument(arguments.length, 'instantiate', () =>
      instantiate(source, rest[0], rest[1]),
    )
  },
  compileStreaming(source, ...rest) {
    return withArgument(arguments.length, 'compileStreaming', () =>
      compileStreaming(source, rest[0]),
    )
  },
  instantiateStreaming(source, ...rest) {
    return withArgument(arguments.length, 'instantiateStreaming', () =>
      instantiateStreaming(source, rest[0], rest[1]),
    )
  },
}
