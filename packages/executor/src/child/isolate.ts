// A prepared isolate: fresh heap, guest runtime in place, waiting for a program. Preparing is
// synchronous, which is faster, and safe only because no guest code exists yet: after a program has
// started, no synchronous call may touch its isolate, or it freezes this process with it.

import type ivm from 'isolated-vm'
import type { BundleTexts } from './bundles.ts'
import type { Ivm } from './load-addon.ts'

/** Guest to child: see the guest's own `Bridge` for the kinds. Answers text or nothing; never throws. */
export type BridgeHandler = (
  kind: string,
  ...rest: Array<string | number | undefined>
) => string | undefined

export type PreparedIsolate = {
  isolate: ivm.Isolate
  context: ivm.Context
  /** Says something to the guest; settles when the guest's turn, microtasks included, is over. */
  tell: (kind: string, ...rest: Array<unknown>) => Promise<unknown>
  /** The module that gives the entry scope its names; only composed sources know its specifier. */
  runtimeModule: ivm.Module
  /** Routes what the guest sends. Until it is called the guest is answered nothing. */
  connect: (handler: BridgeHandler) => void
  /** Loads groups of web globals from their code cache. To be called before the program runs. */
  preload: (groups: Array<string>) => void
}

export type IsolateFactory = {
  prepare: () => PreparedIsolate
}

type Compiled = { source: string; cachedData: ivm.ExternalCopy<ArrayBuffer> | undefined; name: string }

const RUNTIME_MODULE = `const scope = globalThis.__entryScope
delete globalThis.__entryScope
export const {
  __dispatch, __stringifyForDispatch, __parseForDispatch, __BINARY_TAG, __encodeBinaryValue,
  __decodeBinaryValue, __encodeBase64, __decodeBase64, runEntry, createProvider, dynamicImport,
  namespaceReady,
} = scope`

/**
 * Makes isolates of one memory limit, in megabytes. `onCatastrophe` is called when V8 gives up on an
 * isolate: its thread is lost, but this process can still speak.
 */
export function createIsolateFactory(
  addon: Ivm,
  bundles: BundleTexts,
  memoryLimit: number,
  onCatastrophe: (message: string) => void,
): IsolateFactory {
  const core = compileOnce(addon, 'guest-core.js', bundles.core)
  const groups = new Map(
    Object.entries(bundles.groups).map(([name, source]) => [
      name,
      compileOnce(addon, `guest-${name}.js`, source),
    ]),
  )

  const runScript = (isolate: ivm.Isolate, context: ivm.Context, script: Compiled): ivm.Reference => {
    const options = { filename: script.name, ...(script.cachedData && { cachedData: script.cachedData }) }

    return isolate.compileScriptSync(script.source, options).runSync(context, { reference: true })
  }

  const prepare = (): PreparedIsolate => {
    const isolate = new addon.Isolate({ memoryLimit, onCatastrophicError: onCatastrophe })
    const context = isolate.createContextSync()
    let handle: BridgeHandler = () => undefined
    const callback = new addon.Callback((kind: string, ...rest: Array<string>) => handle(kind, ...rest))
    const exports = runScript(isolate, context, core).applySync(undefined, [callback], {
      result: { reference: true },
    }) as ivm.Reference
    const receive = exports.getSync('receive', { reference: true })
    const preloadGroup = exports.getSync('preload', { reference: true })
    const runtimeModule = isolate.compileModuleSync(RUNTIME_MODULE)
    runtimeModule.instantiateSync(context, () => runtimeModule)
    runtimeModule.evaluateSync()

    return {
      isolate,
      context,
      runtimeModule,
      tell: (kind, ...rest) => receive.apply(undefined, [kind, ...rest]),
      connect: (handler) => {
        handle = handler
      },
      preload: (names) => {
        for (const name of names) {
          const script = groups.get(name)
          if (script === undefined) continue
          const group = runScript(isolate, context, script)
          preloadGroup.applySync(undefined, [name, group.derefInto()])
        }
      },
    }
  }

  return { prepare }
}

/** Compiles in a throw-away isolate to win a code cache. The cache never leaves this process. */
function compileOnce(addon: Ivm, name: string, source: string): Compiled {
  const isolate = new addon.Isolate({ memoryLimit: 128 })
  const script = isolate.compileScriptSync(source, { filename: name, produceCachedData: true })
  const { cachedData } = script as unknown as { cachedData?: ivm.ExternalCopy<ArrayBuffer> }
  isolate.dispose()

  return { name, source, cachedData }
}
