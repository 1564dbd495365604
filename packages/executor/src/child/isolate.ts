// A prepared isolate: fresh heap, guest runtime in place, waiting for a program. Preparing is
// synchronous, which is faster, and safe only because no guest code exists yet: after a program has
// started, no synchronous call may touch its isolate, or it freezes this process with it.

import { setFlagsFromString } from 'node:v8'
import type ivm from 'isolated-vm'
import type { BundleTexts } from './bundles.ts'
import { ENTRY_NAMES, RUNTIME_EXPORTS } from './entry/prologue.ts'
import type { Ivm } from './load-addon.ts'

/** Guest to child: see the guest's own `Bridge` for the kinds. Answers text or nothing; never throws. */
export type BridgeHandler = (
  kind: string,
  ...fields: Array<string | number | undefined>
) => string | undefined

/** What a prepared isolate has used before any program: the ground from which a run is measured. */
export type IdleUse = { guestMs: number; heapBytes: number }

export type PreparedIsolate = {
  isolate: ivm.Isolate
  context: ivm.Context
  idle: IdleUse
  /** The module that gives the entry scope its names; only composed sources know its specifier. */
  runtimeModule: ivm.Module
  /** Never run, only kept: isolated-vm aborts when a module is collected while another one compiles. */
  rehearsed?: ivm.Module
  /** Says something to the guest; settles when the guest's turn, microtasks included, is over. */
  tell: (kind: string, ...rest: Array<unknown>) => Promise<unknown>
  /**
   * Says something to the guest and hears nothing of the turn, not even that it failed. Turns keep their
   * order, so one that is told later settles behind it.
   */
  post: (kind: string, ...rest: Array<unknown>) => void
  /** Routes what the guest sends. Until it is called the guest is answered nothing. */
  connect: (handler: BridgeHandler) => void
  /** Loads groups of web globals, from their code cache if they have one. To be called before the program runs. */
  preload: (groups: Array<string>) => void
}

export type IsolateFactoryOptions = {
  addon: Ivm
  bundles: BundleTexts
  /** In megabytes. */
  memoryLimit: number
  /** Leaves WebAssembly in. */
  webAssembly: boolean
  /** V8 gave up on an isolate: its thread is lost, but this process can still speak. */
  onCatastrophe: () => void
}

type CachedScript = { source: string; info: ivm.ScriptInfo & ivm.CachedDataOptions }

/** What the runtime module exports: the entry scope of the contract, and what composed sources call. */
const runtimeNames = [...ENTRY_NAMES, ...Object.values(RUNTIME_EXPORTS), 'namespaceReady']

const RUNTIME_MODULE = `const scope = globalThis.__entryScope
delete globalThis.__entryScope
export const { ${runtimeNames.join(', ')} } = scope`

export class IsolateFactory {
  readonly #options: IsolateFactoryOptions
  readonly #core: CachedScript
  readonly #groups = new Map<string, CachedScript>()
  /** Groups that have no cache yet, and those of them that a program has mentioned. */
  readonly #uncached: Set<string>
  readonly #missed = new Set<string>()
  #idleHeap: ivm.HeapStatistics | undefined

  constructor(options: IsolateFactoryOptions) {
    const { addon, bundles } = options
    this.#options = options
    this.#core = cacheScript(addon, scriptInfo('core'), bundles.core)
    this.#uncached = new Set(Object.keys(bundles.groups))
  }

  /** Caches one more group of web globals, which takes milliseconds; answers whether one was left. */
  cacheNextGroup(): boolean {
    const [name] = this.#uncached
    if (name !== undefined) this.#cacheGroup(name)

    return name !== undefined
  }

  /** Caches the groups that programs have had to load without. */
  cacheMissedGroups(): void {
    for (const name of this.#missed) this.#cacheGroup(name)
  }

  prepare(): PreparedIsolate {
    const { addon, memoryLimit, webAssembly, onCatastrophe } = this.#options
    const isolate = new addon.Isolate({ memoryLimit, onCatastrophicError: onCatastrophe })
    const context = isolate.createContextSync()
    let handler: BridgeHandler | undefined
    const handle: BridgeHandler = (kind, ...fields) => handler?.(kind, ...fields)
    const bridge = new addon.Callback(handle)
    const post = new addon.Callback(handle, { ignored: true })
    const core = runScript(isolate, context, this.#core)
    const exports: ivm.Reference = core.applySync(undefined, [bridge, post, webAssembly], {
      result: { reference: true },
    })
    const receive = exports.getSync('receive', { reference: true })

    const runtimeModule = compileRuntimeModule(isolate, context)

    return {
      isolate,
      context,
      runtimeModule,
      idle: this.#measure(isolate),
      // oxlint-disable-next-line no-useless-call -- the method of a Reference, not of a function
      tell: (kind, ...rest) => receive.apply(undefined, [kind, ...rest]),
      post: (kind, ...rest) => receive.applyIgnored(undefined, [kind, ...rest]),
      connect: (next) => {
        handler = next
      },
      preload: (names) => this.#preload(isolate, context, exports, names),
    }
  }

  #cacheGroup(name: string): void {
    const { addon, bundles } = this.#options
    this.#uncached.delete(name)
    this.#missed.delete(name)
    const source = bundles.groups[name]
    if (source !== undefined) {
      this.#groups.set(name, cacheScript(addon, scriptInfo(name), source))
    }
  }

  /** A program may mention a name that the executor's options take from it. */
  #isShut(group: string): boolean {
    return group === 'wasm' && !this.#options.webAssembly
  }

  #measure(isolate: ivm.Isolate): IdleUse {
    // All prepared isolates are alike, so one reading of the heap stands for all.
    this.#idleHeap ??= isolate.getHeapStatisticsSync()
    const { used_heap_size: used, externally_allocated_size: external } = this.#idleHeap
    const guestMs = Number(isolate.cpuTime) / 1e6

    return { guestMs, heapBytes: used + external }
  }

  #preload(
    isolate: ivm.Isolate,
    context: ivm.Context,
    exports: ivm.Reference,
    names: Array<string>,
  ): void {
    if (names.length === 0) return
    const preload = exports.getSync('preload', { reference: true })
    for (const name of names) {
      const source = this.#options.bundles.groups[name]
      if (source === undefined || this.#isShut(name)) continue
      const cached = this.#groups.get(name)
      if (cached === undefined) this.#missed.add(name)
      const group =
        cached === undefined
          ? isolate
              .compileScriptSync(source, scriptInfo(name))
              .runSync(context, { reference: true })
          : runScript(isolate, context, cached)
      preload.applySync(undefined, [name, group.derefInto()])
    }
  }
}

function runScript(
  isolate: ivm.Isolate,
  context: ivm.Context,
  cached: CachedScript,
): ivm.Reference {
  const script = compileEagerly(() => isolate.compileScriptSync(cached.source, cached.info))

  return script.runSync(context, { reference: true })
}

/**
 * A code cache holds what was compiled when it was made, which by default is next to nothing: every
 * fresh isolate would compile the runtime again, function by function. V8 takes a cache only under
 * the flags it was made under, so the flag is set here and for the program's own code it is not.
 */
function compileEagerly<Result>(compile: () => Result): Result {
  setFlagsFromString('--no-lazy')
  try {
    return compile()
  } finally {
    setFlagsFromString('--lazy')
  }
}

function compileRuntimeModule(isolate: ivm.Isolate, context: ivm.Context): ivm.Module {
  const module = isolate.compileModuleSync(RUNTIME_MODULE)
  module.instantiateSync(context, () => module)
  module.evaluateSync()

  return module
}

/** Compiles in a throw-away isolate to win a code cache. The cache never leaves this process. */
function cacheScript(addon: Ivm, info: ivm.ScriptInfo, source: string): CachedScript {
  const isolate = new addon.Isolate({ memoryLimit: 128 })
  const script: ivm.CachedDataResult & ivm.Script = compileEagerly(() =>
    isolate.compileScriptSync(source, { ...info, produceCachedData: true }),
  )
  const { cachedData } = script
  isolate.dispose()

  return { source, info: { ...info, ...(cachedData && { cachedData }) } }
}

const scriptInfo = (name: string): ivm.ScriptInfo => ({ filename: `guest-${name}.js` })
