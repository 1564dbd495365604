// The modules of one run. The static graph is compiled first and linked from a table afterwards, so
// that the resolver that isolated-vm calls can neither wait nor throw.

import type ivm from 'isolated-vm'
import { ModuleNotFoundError, normalizeSpecifier } from '@supolka/codemode-executor-protocol'
import { pickIdentifier } from './entry/identifiers.ts'
import { prefixModule, rewriteDynamicImports } from './entry/rewrite-imports.ts'
import type { PreparedIsolate } from './isolate.ts'

/**
 * Source up to this length is compiled on this thread while no guest code exists, which saves hops to
 * the isolate's thread. Longer text would keep this process from its watches for too long.
 */
const SHORT_SOURCE = 65_536

/** Stands for the module that a probe imports; only the probe's own table knows it. */
const PROBED = 'probed'

export class ModuleLoader {
  readonly #prepared: PreparedIsolate
  readonly #sources: ReadonlyMap<string, string>
  readonly #runtimeSpecifier: string
  readonly #compiled = new Map<string, Promise<ivm.Module>>()
  /**
   * What each module's specifiers stand for. It also keeps every module alive until the isolate is
   * gone: isolated-vm aborts the process when a module is collected while another one compiles.
   */
  readonly #dependencies = new Map<ivm.Module, Map<string, ivm.Module>>()
  #linking: Promise<unknown> = Promise.resolve()
  #hasGuestStarted = false

  /**
   * A loader over source texts under normalised names. `runtimeSpecifier` names the runtime module;
   * it is unguessable, so that no program imports it.
   */
  constructor(
    prepared: PreparedIsolate,
    sources: ReadonlyMap<string, string>,
    runtimeSpecifier: string,
  ) {
    this.#prepared = prepared
    this.#sources = sources
    this.#runtimeSpecifier = runtimeSpecifier
  }

  /** Guest code is about to run: from now on no call may block on its isolate. */
  markGuestStarted(): void {
    this.#hasGuestStarted = true
  }

  /** Why a specifier cannot be imported, or nothing for one that the map declares. */
  refusal(specifier: string): string | undefined {
    // isolated-vm cuts a specifier at a NUL, so such a name would load another module.
    const isDeclared = this.#sources.has(normalizeSpecifier(specifier)) && !specifier.includes('\0')

    return isDeclared ? undefined : this.#notFound(specifier).message
  }

  /** Compiles and links a module of its own text. Rejects with what is wrong with it or its imports. */
  async link(source: string, info: ivm.ScriptInfo): Promise<ivm.Module> {
    const module = await this.#compile(source, info)
    await this.#collect(module)
    await this.#instantiate(module)

    return module
  }

  /** The error of a module that failed to evaluate, or `undefined` while it has not. */
  async failureOf(module: ivm.Module): Promise<unknown> {
    const source = `import ${JSON.stringify(PROBED)}`
    const probe = await this.#compile(source, { filename: 'probe.js' })
    this.#dependencies.get(probe)?.set(PROBED, module)
    try {
      await this.#instantiate(probe)
      await probe.evaluate()
    } catch (error) {
      return error
    }

    return undefined
  }

  #notFound(specifier: string): ModuleNotFoundError {
    return new ModuleNotFoundError(specifier, [...this.#sources.keys()])
  }

  async #compile(source: string, info: ivm.ScriptInfo): Promise<ivm.Module> {
    const { isolate } = this.#prepared
    const isBlocking = !this.#hasGuestStarted && source.length <= SHORT_SOURCE
    const module = isBlocking
      ? isolate.compileModuleSync(source, info)
      : await isolate.compileModule(source, info)
    this.#dependencies.set(module, new Map())

    return module
  }

  #compileNamed(name: string): Promise<ivm.Module> {
    const known = this.#compiled.get(name)
    if (known !== undefined) return known
    const { source, lineOffset } = prepareSource(
      this.#sources.get(name) ?? '',
      this.#runtimeSpecifier,
    )
    const module = this.#compile(source, { filename: name, lineOffset })
    this.#compiled.set(name, module)

    return module
  }

  #resolve(specifier: string): ivm.Module | Promise<ivm.Module> {
    if (specifier === this.#runtimeSpecifier) return this.#prepared.runtimeModule
    const name = normalizeSpecifier(specifier)
    if (!this.#sources.has(name)) throw this.#notFound(specifier)

    return this.#compileNamed(name)
  }

  /** Compiles what a module imports, and what that imports, each name once. */
  async #collect(root: ivm.Module): Promise<void> {
    const level = [root]
    const seen = new Set<ivm.Module>([root, this.#prepared.runtimeModule])
    for (let module = level.pop(); module !== undefined; module = level.pop()) {
      const table = this.#dependencies.get(module)
      for (const specifier of module.dependencySpecifiers) {
        // One after the other: the first import that cannot be had is the one reported.
        // oxlint-disable-next-line no-await-in-loop
        const needed = await this.#resolve(decodeSpecifier(specifier))
        table?.set(specifier, needed)
        if (!seen.has(needed)) level.push(needed)
        seen.add(needed)
      }
    }
  }

  #instantiate(module: ivm.Module): Promise<void> {
    const { context, runtimeModule } = this.#prepared
    const resolve = (specifier: string, referrer: ivm.Module): ivm.Module =>
      this.#dependencies.get(referrer)?.get(specifier) ?? runtimeModule
    if (!this.#hasGuestStarted) {
      module.instantiateSync(context, resolve)

      return Promise.resolve()
    }
    const linked = this.#linking.then(() => module.instantiate(context, resolve))
    // Two links that touch one module at the same time fail; so one follows the other.
    this.#linking = linked.catch(() => undefined)

    return linked
  }
}

/** isolated-vm hands a specifier over as its UTF-8 bytes, one in each character. */
function decodeSpecifier(specifier: string): string {
  return Buffer.from(specifier, 'latin1').toString('utf8')
}

type PreparedSource = { source: string; lineOffset: number }

/** A module's text with its dynamic imports rewritten; the line that adds is not counted. */
function prepareSource(source: string, runtimeSpecifier: string): PreparedSource {
  if (!source.includes('import')) return { source, lineOffset: 0 }
  const identifier = pickIdentifier(source)
  const rewritten = rewriteDynamicImports(source, identifier)
  if (rewritten === source) return { source, lineOffset: 0 }
  const from = JSON.stringify(runtimeSpecifier)

  return prefixModule(rewritten, `import { dynamicImport as ${identifier} } from ${from};`)
}
