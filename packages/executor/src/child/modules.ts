// The modules of one run. The static graph is compiled first and linked from a table afterwards, so
// that the resolver that isolated-vm calls can neither wait nor throw.

import type ivm from 'isolated-vm'
import { ModuleNotFoundError, normalizeSpecifier } from '@supolka/codemode-executor-protocol'
import { pickIdentifier } from './entry/identifiers.ts'
import { prefixModule, rewriteDynamicImports } from './entry/rewrite-imports.ts'

export type ModuleLoader = {
  /** Whether the map declares the specifier. */
  refusal: (specifier: string) => string | undefined
  /** Compiles and links source text whose runtime import is its own business. */
  link: (source: string, info: ivm.ScriptInfo) => Promise<ivm.Module>
  /** The error of a module that failed to evaluate, or `undefined` while it has not. */
  failureOf: (module: ivm.Module) => Promise<unknown>
}

/** Stands for the module that a probe imports; only the probe's own table knows it. */
const PROBED = 'probed'

type Graph = Map<ivm.Module, Map<string, ivm.Module>>

/**
 * A loader over normalised names. `runtimeSpecifier` names the runtime module; it is unguessable, so
 * that no program can import it.
 */
export function createModuleLoader(options: {
  isolate: ivm.Isolate
  context: ivm.Context
  sources: ReadonlyMap<string, string>
  runtimeModule: ivm.Module
  runtimeSpecifier: string
}): ModuleLoader {
  const { isolate, context, sources, runtimeModule, runtimeSpecifier } = options
  const compiled = new Map<string, Promise<ivm.Module>>()
  const dependencies: Graph = new Map()
  let linking: Promise<unknown> = Promise.resolve()

  const notFound = (specifier: string): ModuleNotFoundError =>
    new ModuleNotFoundError(specifier, [...sources.keys()])

  const compileNamed = (name: string): Promise<ivm.Module> => {
    const known = compiled.get(name)
    if (known !== undefined) return known
    const source = prepareSource(sources.get(name) ?? '', runtimeSpecifier)
    const module = compile(source.text, { filename: name, lineOffset: source.lineOffset })
    compiled.set(name, module)

    return module
  }

  const compile = async (source: string, info: ivm.ScriptInfo): Promise<ivm.Module> => {
    const module = await isolate.compileModule(source, info)
    dependencies.set(module, new Map())

    return module
  }

  /** Compiles what a module imports, and what that imports, each name once. */
  const collect = async (root: ivm.Module): Promise<void> => {
    const queue = [root]
    const seen = new Set(queue)
    for (let module = queue.shift(); module !== undefined; module = queue.shift()) {
      const table = dependencies.get(module) ?? new Map<string, ivm.Module>()
      for (const specifier of module.dependencySpecifiers) {
        const needed = await resolve(specifier)
        table.set(specifier, needed)
        if (needed === runtimeModule || seen.has(needed)) continue
        seen.add(needed)
        queue.push(needed)
      }
    }
  }

  const resolve = (specifier: string): Promise<ivm.Module> => {
    if (specifier === runtimeSpecifier) return Promise.resolve(runtimeModule)
    const name = normalizeSpecifier(specifier)
    if (!sources.has(name)) throw notFound(specifier)

    return compileNamed(name)
  }

  const instantiate = (module: ivm.Module): Promise<void> => {
    const linked = linking.then(() =>
      module.instantiate(
        context,
        (specifier, referrer) => dependencies.get(referrer)?.get(specifier) ?? runtimeModule,
      ),
    )
    // Two links that touch one module at the same time fail; so one follows the other.
    linking = linked.catch(() => undefined)

    return linked
  }

  const link = async (source: string, info: ivm.ScriptInfo): Promise<ivm.Module> => {
    const module = await compile(source, info)
    await collect(module)
    await instantiate(module)

    return module
  }

  return {
    refusal: (specifier) =>
      sources.has(normalizeSpecifier(specifier)) ? undefined : notFound(specifier).message,
    link,
    failureOf: async (module) => {
      const probe = await compile(`import ${JSON.stringify(PROBED)}`, { filename: 'probe.js' })
      dependencies.get(probe)?.set(PROBED, module)
      try {
        await instantiate(probe)
        await probe.evaluate()
      } catch (error) {
        return error
      }

      return undefined
    },
  }
}

/** A module's text with its dynamic imports rewritten; the added line is not counted. */
function prepareSource(source: string, runtimeSpecifier: string): { text: string; lineOffset: number } {
  if (!source.includes('import')) return { text: source, lineOffset: 0 }
  const identifier = pickIdentifier(source)
  const rewritten = rewriteDynamicImports(source, identifier)
  if (rewritten === source) return { text: source, lineOffset: 0 }
  const line = `import { dynamicImport as ${identifier} } from ${JSON.stringify(runtimeSpecifier)};`
  const prefixed = prefixModule(rewritten, line)

  return { text: prefixed.source, lineOffset: prefixed.lineOffset }
}
